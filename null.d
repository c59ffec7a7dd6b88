/dev/null: /work/scratch/C/ok.cu
