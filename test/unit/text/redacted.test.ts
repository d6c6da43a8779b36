import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mentionsSecret, redacted } from "../../../src/text/redacted";

const facts = { homes: ["/home/jane", "C:\\Users\\Jane Doe"], hosts: ["node1", "NODES.corp"], keepHosts: false };
const key = "b71c71a67e1177ad4e901695e1b4b9ee17ae16c6668d313eac2f96dbcda3f291";
const redact = (text: string): string => redacted(text, facts);

it.each([
  "auth_token_ttl",
  "storage_security.cipher_data_key",
  "PRIVATE_KEY=",
  "ssl_passwd",
  "private-key",
  "ssl_private",
  "Passwort",
])("%s speaks of a secret", (text) => {
  expect(mentionsSecret(text)).toBe(true);
});

it.each(["tx_count_limit", "listen_port", "private network"])("%s speaks of none", (text) => {
  expect(mentionsSecret(text)).toBe(false);
});

describe("a redacted log", () => {
  it.each([
    `importing ${key}`,
    `importing 0x${key.toUpperCase()}.`,
    `{"privateKey":"${key}"}`,
    `hex=${key},`,
    `key: ${Buffer.from(key).toString("base64")}`,
    `-----BEGIN PRIVATE KEY-----\nMIGEAgEAMBAG\n-----END PRIVATE KEY-----`,
    "-----BEGIN EC PRIVATE KEY-----\nMIGEAgEAMBAG",
    "password=MIGEAgEAMBAG",
    "passphrase: MIGEAgEAMBAG",
    '"token": "MIGEAgEAMBAG"',
  ])("holds no key and no password: %s", (text) => {
    const left = redact(text);
    expect(left.toLowerCase()).not.toContain(key.slice(2, 40));
    expect(left).not.toContain("MIGEAgEAMBAG");
    expect(left).not.toContain(Buffer.from(key).toString("base64").slice(0, 30));
  });

  it.each([
    ["open /home/jane/chain/sdk.key", "open ~/chain/sdk.key"],
    ["open /home/bob/chain/sdk.key", "open ~/chain/sdk.key"],
    ["open /Users/bob/chain", "open ~/chain"],
    ["open C:\\Users\\Jane Doe\\sdk.key", "open ~\\sdk.key"],
    ["open c:/users/jane doe/sdk.key", "open ~/sdk.key"],
    ['{"path":"C:\\\\Users\\\\Jane Doe\\\\sdk.key"}', '{"path":"~\\\\sdk.key"}'],
    ["open D:\\Users\\bob\\x", "open ~\\x"],
    ["open file:///home/jane/chain", "open file://~/chain"],
    ["open file:///c%3A/Users/Jane%20Doe/chain", "open file:///~/chain"],
    ["open /root/chain/x", "open ~/chain/x"],
  ])("names no home: %s", (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it.each([
    ["https://10.1.2.3:20200 refused", "https://[host]:20200 refused"],
    ["connect ECONNREFUSED 10.1.2.3:20200.", "connect ECONNREFUSED [host]:20200."],
    ["getaddrinfo ENOTFOUND chain.example.com", "getaddrinfo ENOTFOUND [host]"],
    ["wss://u:p@chain.example.com/x", "wss://[host]/x"],
    ["[fe80::1]:20200 and fe80::1:2:3", "[host]:20200 and [host]"],
    ["at node1:20200, nodes.CORP and other:20200", "at [host]:20200, [host] and [host]:20200"],
    ["\\\\server\\share\\config.ini", "\\\\[host]\\share\\config.ini"],
  ])("names no host: %s", (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it("keeps what a reader needs: this machine, files, versions, numbers, addresses of contracts", () => {
    const text =
      "2026-11-22 08:00:01.123 http://127.0.0.1:20200 localhost:20200 [::1]:20200 config.ini:12 node 3.16.4 v20.20.0 block 7 0x0102e8b6fc8cdf9626fddc1c3ea8c1e79b3fce94 (-32603)";
    expect(redact(text)).toBe(text);
  });

  it("keeps hosts when the user agrees, and then no key either", () => {
    const text = redacted(`https://u:p@10.1.2.3:20200 ${key} /home/jane/x`, { ...facts, keepHosts: true });
    expect(text).toBe("https://10.1.2.3:20200 [64 hex digits] ~/x");
  });

  it("holds a known home, host or key in no surroundings", () => {
    const around = fc.stringMatching(/^[ \t"'(),;=a-z/\\:.-]{0,12}$/);
    fc.assert(
      fc.property(around, fc.constantFrom("/home/jane", "node1", "nodes.corp"), around, (before, secret, after) => {
        expect(redact(`${before}${secret}${after}`)).not.toContain(secret);
      }),
    );
    fc.assert(
      fc.property(
        fc.stringMatching(/^[ \t"'(),;:]{0,5}$/),
        fc.constantFrom("", " ", ",", '"', "."),
        (before, after) => {
          expect(redact(`${before}${key}${after}`)).not.toContain(key);
        },
      ),
    );
  });
});
