// Each kind of proxy in each front: all of them know the functions, events, variables, and source of what runs behind it.
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../../src/cli/commands";
import type { Address } from "../../../src/crypto/bytes/hex";
import { type DevChain, startDevChain } from "../../../src/devchain/startDevChain";
import { connect, contractAt, privateKeyAccount } from "../../../src/sdk/sdk";
import { useCatalogue } from "../../../src/text/catalogue";
import { writtenLines } from "../../support/commandLine";
import {
  deployShopProxy,
  foundKind,
  otherProxies,
  shopBehind,
  shopProxies,
  writeShop,
} from "../../support/shopProxies";

const { out, err: errors } = writtenLines();

/** By address, by a link, and by the link after it was pointed to something else. */
const scenario = `scenario: behind a proxy
variables: { proxy: "", shop: "" }
steps:
  - link: /apps/\${run}/1.0
    to: \${proxy}
  - send: put
    on: \${proxy}
    args: [8]
    expect: { events: [{ Stocked: { count: 8 } }] }
  - call: stock
    on: /apps/\${run}/1.0
    expect: { result: 8 }
  - link: /apps/\${run}/1.0
    to: \${shop}
  - call: stock
    on: /apps/\${run}/1.0
    expect: { result: 0 }
`;

describe.each(["standard", "sm"] as const)("fronts on a chain of the suite %s", (suite) => {
  let chain: DevChain;
  let folder: string;
  const shops = new Map<string, Address>();

  beforeAll(async () => {
    chain = await startDevChain({ port: 0, suite, sealers: 1, observers: 0, blockIntervalMs: 0 });
    folder = mkdtempSync(join(tmpdir(), "chainside-fronts-"));
    writeShop(folder);
    writeFileSync(join(folder, "proxy.chain.yaml"), scenario);
  });
  afterAll(async () => {
    await chain.close();
    rmSync(folder, { recursive: true });
  });

  async function run(...args: string[]): Promise<{ code: number; result: Record<string, unknown> }> {
    out.length = 0;
    vi.spyOn(process, "cwd").mockReturnValue(folder);
    const code = await runCommand([...args, "--url", chain.url, "--json"], () => useCatalogue("en"));
    const { result = {}, ...rest } = JSON.parse(out.join("")) as { result?: Record<string, unknown> };
    return { code, result: { ...rest, ...result } };
  }
  async function done(...args: string[]): Promise<Record<string, unknown>> {
    const { code, result } = await run(...args);
    expect([args, code, code === 0 ? {} : result]).toEqual([args, 0, {}]);
    return result;
  }
  const deploy = async (target: string, ...args: string[]): Promise<Address> =>
    (await done("deploy", `contracts/${target}`, ...args, "--key", "dev0", "--yes"))["contractAddress"] as Address;
  const send = (...args: string[]) => done("send", ...args, "--key", "dev0", "--yes");

  it.each([...shopProxies, ...otherProxies])("%s", async (kind) => {
    const source = shopBehind(kind);
    const shop = shops.get(source) ?? (await deploy(source));
    shops.set(source, shop);
    const proxy = await deployShopProxy(kind, { suite, shop, deploy, send });
    const shown = await done("contract", "show", proxy);
    const behind = kind === "extension" ? { extensions: [shop] } : { implementations: [{ address: shop }] };
    expect(shown).toMatchObject({ proxy: { kind: foundKind(kind), ...behind } });

    const sent = await send(proxy, "put", "5");
    expect(sent).toMatchObject({ events: [{ event: { name: "Stocked" } }] });
    expect(await done("call", proxy, "stock")).toMatchObject({ values: [{ value: "5" }] });
    expect(await done("tx", "show", sent["transactionHash"] as string)).toMatchObject({ call: { name: "put" } });
    expect(await done("events", "list", "--contract", proxy)).toMatchObject({
      events: expect.arrayContaining([
        expect.objectContaining({ event: expect.objectContaining({ name: "Stocked" }) }),
      ]),
    });

    expect(await done("verify", proxy, `contracts/${source}`)).toMatchObject({ identical: true });
    const token = ["--token", chain.devToken ?? ""];
    const trace = JSON.stringify(await done("trace", sent["transactionHash"] as string, ...token));
    expect(trace).toContain("put(");
    expect(trace).toContain(`(proxy of ${source.split(":")[1]})`);
    // Facets of a diamond share its storage: what one of them declares isn't all of it.
    if (kind !== "diamond") {
      expect(JSON.stringify((await done("storage", proxy, ...token))["variables"])).toMatch(/"name":"stock"/);
      const layout = await done("layout", `contracts/${source}`, "--against", proxy, "--suite", suite);
      expect(layout).toMatchObject({ verdict: "kept" });
    }

    const values = [`proxy=${proxy}`, `shop=${shop}`].flatMap((each) => ["--set", each]);
    out.length = 0;
    const path = join(folder, "proxy.chain.yaml");
    const asked = ["run", path, ...values, "--key", "dev0", "--yes", "--url", chain.url];
    const code = await runCommand(asked, () => useCatalogue("en"));
    expect([code, code === 0 ? [] : [...out, ...errors]]).toEqual([0, []]);

    const client = await connect({ url: chain.url });
    const account = privateKeyAccount(chain.accounts[0]?.privateKey ?? "0x", suite);
    const through = await contractAt({ chain: client, address: proxy, proxy: true, account });
    expect(await through.read["stock"]?.()).toBe(8n);
    const result = await through.write["put"]?.([6n]);
    expect(result?.events.map(({ eventName }) => eventName)).toEqual(["Stocked"]);
    await client.close();
  });
});
