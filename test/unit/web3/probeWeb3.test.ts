import { afterEach, describe, expect, it, vi } from "vitest";
import { runCommand } from "../../../src/cli/commands";
import { ask } from "../../support/askNode";
import { freePort } from "../../support/ports";
import { hashOf, ProxiedChain } from "../../support/web3Proxy";

// the first one compiles the contract
vi.setConfig({ testTimeout: 60_000 });

interface Printed {
  readonly ok: boolean;
  readonly facts: { readonly isProxy: boolean; readonly chainId: number; readonly hasFeeHistory: boolean };
  readonly findings: readonly { readonly point: string; readonly state: string; readonly advice?: string }[];
  readonly configurations: readonly { readonly tool: string; readonly text: string }[];
}

const open: ProxiedChain[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  await Promise.all(open.splice(0).map((chain) => chain.close()));
});

/** A chain with a log above block 10, as the points about logs need one. */
async function chainOf(nodeVersion: string): Promise<ProxiedChain> {
  const chain = await ProxiedChain.start({ nodeVersion, openDev: true });
  open.push(chain);
  const box = await chain.deploy();
  await ask(chain.chain.url, "dev_mine", ["group0", 12]);
  const raw = await chain.signed({ nonce: 1, to: box, data: chain.call("set", [7]) });
  await chain.ask("eth_sendRawTransaction", [raw]);
  await chain.receipt(hashOf(raw));
  return chain;
}

/** What `chainside probe --web3 URL` prints and exits with. */
async function probed(...args: string[]): Promise<{ code: number; text: string }> {
  const lines: string[] = [];
  vi.spyOn(console, "log").mockImplementation((line: unknown) => void lines.push(String(line)));
  const code = await runCommand(["probe", "--web3", ...args]);
  return { code: code ?? 0, text: lines.join("\n") };
}

async function points(
  url: string,
): Promise<Printed & { readonly code: number; readonly states: Record<string, string> }> {
  const { code, text } = await probed(url, "--json");
  const printed = JSON.parse(text) as Printed;
  return { ...printed, code, states: Object.fromEntries(printed.findings.map(({ point, state }) => [point, state])) };
}

/** At a node's own port, by release: what tools stumble over. */
const atPort = {
  port: "fine",
  chainId: "differs",
  executor: "fine",
  fees: "fine",
  feeHistory: "differs",
  limits: "differs",
  logFilters: "differs",
  reverts: "differs",
  pastState: "differs",
  webSocket: "differs",
  methods: "differs",
  keys: "differs",
  pages: "fine",
  deployers: "differs",
  order: "differs",
};

describe("a look at a web3 port", () => {
  it.each([
    ["3.16.4", "fine"],
    ["3.17.1", "differs"],
  ])(
    "says of each point of %s what tools stumble over there, and behind the proxy no more than the chain's own",
    async (version, dataVersion) => {
      const chain = await chainOf(version);
      const before = await chain.ask("eth_blockNumber");
      const port = await points(chain.chain.web3Url ?? "");
      expect(port.states).toEqual({ ...atPort, dataVersion });
      const proxy = await points(chain.proxy.url);
      const mended = Object.entries(proxy.states).filter(([, state]) => state !== "fine");
      expect(mended).toEqual([
        ["chainId", "differs"],
        ["dataVersion", "unknown"],
        ["deployers", "differs"],
      ]);
      expect([port.code, port.ok, port.facts.isProxy, proxy.facts.isProxy]).toEqual([1, false, false, true]);
      // each that differs says what to do, and there is a configuration for each tool
      for (const { state, advice, point } of [...port.findings, ...proxy.findings])
        if (state === "differs") expect(advice, point).toBeTruthy();
      for (const { configurations } of [port, proxy])
        expect(configurations.map(({ tool }) => tool)).toEqual(["Hardhat", "Foundry", "viem", "ethers", "MetaMask"]);
      // nothing was changed by looking
      expect(await chain.ask("eth_blockNumber")).toBe(before);
    },
  );

  it("says what answers at a wrong address, and that nothing does", async () => {
    const chain = await chainOf("3.17.1");
    const native = await probed(chain.chain.url);
    expect(native.code).toBe(1);
    expect(native.text).toContain("The FISCO BCOS interface of a node answers, not its web3 port");
    const silent = await probed(`http://127.0.0.1:${await freePort()}`);
    expect(silent.code).toBe(1);
    expect(silent.text).toMatch(/Nothing listens at .*\n.*→/);
  });
});
