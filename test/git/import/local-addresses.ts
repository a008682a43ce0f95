// Addresses that a server on the internet imports nothing from.
export const localAddresses = [
  "http://git.example.org/a/b.git",
  "https://localhost/a/b.git",
  "https://2130706433/a/b.git",
  "https://[::1]/a/b.git",
  "https://user:password@10.0.0.1/a/b.git",
  "https://metadata.google.internal/a/b.git",
];
