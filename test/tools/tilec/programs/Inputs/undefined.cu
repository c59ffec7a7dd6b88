void nowhere();
int main() {
  nowhere();
}
