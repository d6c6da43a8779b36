import { expect, it } from "vitest";
import { isLoopback } from "../../../src/text/loopback";

it.each([
  "localhost",
  "LOCALHOST",
  "127.0.0.1",
  "127.255.255.254",
  "::1",
  "[::1]",
  "::ffff:127.0.0.1",
  "[::ffff:127.0.0.1]",
])("%s is this machine", (host) => {
  expect(isLoopback(host)).toBe(true);
});

it.each([
  ...[
    "",
    "localhost.evil",
    "xlocalhost",
    "a.localhost",
    "localhost.",
    "127.0.0.1.evil",
    "127.evil",
    "127.0.0",
    "127.0.0.256",
    "127.0.0.01",
  ],
  ...["128.0.0.1", "0.0.0.0", "::", "::2", "::ffff:10.0.0.1", "[::1", "::1]", "127.0.0.1:80", "[::1]:80"],
])("%s may be another", (host) => {
  expect(isLoopback(host)).toBe(false);
});
