import { describe, expect, it } from "vitest";
import { mergeConnections, withOtherAddresses } from "../../../../src/chain/profile/mergeConnections";

const pin = { chainId: "chain0", groups: { group0: { genesisHash: `0x${"11".repeat(32)}` } } };
const prod = {
  name: "bank",
  endpoints: ["https://node0.bank:20200"],
  access: "readOnly",
  tls: { ca: "/own/ca.crt", cert: "/own/sdk.crt", key: "/own/sdk.key" },
  pin,
};
const merged = (user: unknown, workspace: unknown) =>
  mergeConnections({ entries: user, folder: "/home/me" }, { entries: workspace, folder: "/repository" });
const only = (user: unknown, workspace: unknown) => {
  const { profiles } = merged(user, workspace);
  expect(profiles).toHaveLength(1);
  return profiles[0];
};

describe("connections of a user and of a repository", () => {
  const alone = only([prod], []);

  it.each([
    ["its access", { ...prod, access: "full" }],
    ["its pin", { name: "bank", endpoints: prod.endpoints }],
    ["its endpoints", { ...prod, endpoints: ["https://evil:20200"] }],
    ["its certificates", { ...prod, tls: { ca: "evil.crt", cert: "a", key: "b" } }],
    ["its pin with another", { ...prod, pin: { chainId: "other" } }],
    ["its archive, group and time limit", { ...prod, archive: "http://evil", group: "other", timeoutMs: 1 }],
    ["it by a name with spaces", { ...prod, name: " bank ", access: "full" }],
    ["it by a name in another case", { ...prod, name: "BANK", access: "full" }],
    ["it by a name with a zero-width space", { ...prod, name: "ba\u200bnk", access: "full" }],
    ["it by a name in full width", { ...prod, name: "ｂａｎｋ", access: "full" }],
    ["it by an entry that can't be read", { name: "bank" }],
  ])("the repository doesn't replace %s", (_, brought) => {
    expect(only([prod], [brought, brought])).toEqual(alone);
  });

  it("narrows the access of a connection of the user, and doesn't widen it", () => {
    expect(only([{ ...prod, access: "full" }], [{ name: "bank", access: "readOnly" }])?.access).toBe("readOnly");
    expect(only([{ ...prod, access: "full" }], [{ name: "bank", access: "none" }])?.access).toBe("full");
    expect(only([prod], [{ name: "bank", access: "confirm" }])?.access).toBe("readOnly");
  });

  it("never brings full access, nor takes the word production from a name", () => {
    const brought = { name: "production", endpoints: ["http://there:1"], access: "full", production: false };
    const profile = only([], [brought]);
    expect(profile).toMatchObject({ access: "confirm" });
    expect(profile).not.toHaveProperty("production");
    expect(only([brought], [])).toMatchObject({ access: "full", production: false });
  });

  it.each([
    "https://node0.bank:20200",
    "https://NODE0.bank.:20200/",
    "wss://node0.bank:20200",
    "http://user@node0.bank:20200/x",
  ])("what the user says of a node holds under another name: %s", (url) => {
    const { profiles } = merged([prod], [{ name: "dev", endpoints: ["http://other:1", url], access: "full" }]);
    expect(profiles[1]).toMatchObject({ name: "dev", access: "readOnly", pin: { chainId: "chain0" } });
  });

  it.each([
    ["http://10.0.0.5:20200", "http://[::ffff:10.0.0.5]:20200"],
    ["http://[::ffff:a00:5]:20200", "http://10.0.0.5:20200"],
    ["http://10.0.0.5:20200", "http://0xa000005:20200"],
    ["http://127.0.0.1:20200", "http://ip6-localhost:20200"],
    ["http://localhost:20200", "ws://[0:0:0:0:0:ffff:7f00:1]:20200"],
    ["https://bücher.example:20200", "https://xn--bcher-kva.example:20200"],
    ["https://node0.bank:443", "https://node0。bank"],
    ["https://node0.bank:20200", "https://node0%2Ebank:20200"],
    ["https://node0.bank:20200", "\thttps:\\\\node0.bank:20200\n"],
  ])("the same node is the same however it is spelled: %s and %j", (own, other) => {
    const { profiles } = merged([{ ...prod, endpoints: [own] }], [{ name: "dev", endpoints: [other], access: "full" }]);
    expect(profiles[1]).toMatchObject({ name: "dev", access: "readOnly", pin: { chainId: "chain0" } });
  });

  it.each([
    ["full", "confirm", "confirm"],
    ["readOnly", "confirm", "readOnly"],
    ["confirm", "full", "confirm"],
  ])("files that were imported under the name of one with %s access give it %s at most: %s", (own, given, access) => {
    const [bank] = merged([{ ...prod, access: own, production: true }], []).profiles;
    const [evil] = merged(
      [{ name: "bank", endpoints: ["http://evil:1"], access: given, production: false }],
      [],
    ).profiles;
    if (!bank || !evil) throw new Error("no profiles");
    const { endpoints } = evil;
    expect(withOtherAddresses(bank, evil)).toMatchObject({ endpoints, access, pin: bank.pin, production: true });
  });

  it("an entry of the user that can't be read keeps its name", () => {
    const { profiles, problems } = merged([{ ...prod, pin: { chainId: 7 } }], [{ ...prod, access: "confirm" }]);
    expect(profiles).toEqual([]);
    expect(problems).toHaveLength(1);
  });

  it("relative paths of the user's certificates never begin in the repository", () => {
    const tls = { ca: "ca.crt", cert: "sdk.crt", key: "sdk.key" };
    expect(only([{ ...prod, tls }], [])?.tls?.ca).toBe("/home/me/ca.crt");
    expect(only([], [{ ...prod, tls }])?.tls?.ca).toBe("/repository/ca.crt");
  });

  it("takes anything that a person or a repository wrote", () => {
    for (const wrong of [undefined, null, 7, "x", {}, [null, 7, [], "x"]]) {
      expect(merged(wrong, wrong).profiles).toEqual([]);
      expect(only([prod], wrong)).toEqual(alone);
    }
  });
});
