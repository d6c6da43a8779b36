import { describe, expect, it } from "vitest";
import {
  argumentWord,
  commandArguments,
  connectionArguments,
} from "../../../../../src/extension/flows/commandLine/commandLine";

const connection = { endpoints: ["http://127.0.0.1:20200"], groupId: "group0" };

describe("a command line", () => {
  it("calls, sends and deploys", () => {
    const target = "0x01";
    expect(
      commandArguments({ connection, action: { kind: "call", target, function: "get()", args: [] } }).join(" "),
    ).toBe("call --url http://127.0.0.1:20200 --group group0 0x01 get()");
    const send = { kind: "send", target, function: "set(int256)", args: ["-7"] } as const;
    expect(commandArguments({ connection, action: send, keyFile: "k.pem", value: "5" }).slice(5)).toEqual([
      "--key",
      "k.pem",
      "--value",
      "5",
      "--",
      "0x01",
      "set(int256)",
      "-7",
    ]);
    const source = { kind: "deploy", artifact: "contracts/Coin.sol:Coin", args: ["1"], libraries: {} } as const;
    expect(commandArguments({ connection, action: source, keyFile: "k.pem" }).slice(5)).toEqual([
      "--key",
      "k.pem",
      "contracts/Coin.sol:Coin",
      "1",
    ]);
    const plain = { kind: "send", target, data: "0x1234" } as const;
    expect(commandArguments({ connection, action: plain, keyFile: "k.pem", value: "0" }).slice(5)).toEqual([
      "--key",
      "k.pem",
      "--data",
      "0x1234",
      "0x01",
    ]);
    const deploy = { kind: "deploy", artifact: "out/A.json", args: ["[1]"], libraries: { Maths: "0x02" } } as const;
    expect(commandArguments({ connection, action: deploy, keyFile: "k.pem" }).slice(5)).toEqual([
      "--key",
      "k.pem",
      "--artifact",
      "out/A.json",
      "--library",
      "Maths=0x02",
      "[1]",
    ]);
  });

  it("names the certificate files of a connection over TLS, and only there", () => {
    const tls = { ca: "/c/ca.crt", cert: "/c/sdk.crt", key: "/c/sdk.key" };
    const deed = { kind: "call", target: "0x01", data: "0x" } as const;
    const secure = { ...connection, endpoints: ["https://a:1", "https://b:2"], tls };
    expect(commandArguments({ connection: secure, action: deed }).slice(0, 11)).toEqual([
      "call",
      "--url",
      "https://a:1,https://b:2",
      "--group",
      "group0",
      "--ca",
      "/c/ca.crt",
      "--cert",
      "/c/sdk.crt",
      "--cert-key",
      "/c/sdk.key",
    ]);
    expect(commandArguments({ connection: { ...connection, tls }, action: deed })).not.toContain("--ca");
  });

  it("names the certificate's key by the option that a command has for it, and no group that isn't known", () => {
    const tls = { ca: "/c/ca.crt", key: "/c/sdk.key" };
    expect(connectionArguments({ endpoints: ["https://a:1"], groupId: undefined, tls }, "--key")).toEqual([
      "--url",
      "https://a:1",
      "--ca",
      "/c/ca.crt",
      "--key",
      "/c/sdk.key",
    ]);
  });

  it("writes lists as one word", () => {
    expect(argumentWord(["1", ["x"]])).toBe('["1",["x"]]');
    expect(argumentWord("a, b")).toBe("a, b");
  });
});
