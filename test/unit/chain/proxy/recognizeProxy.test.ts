import { expect, it } from "vitest";
import { type ProxyChain, readProxy } from "../../../../src/chain/proxy/recognizeProxy";
import type { Address } from "../../../../src/crypto/bytes/hex";
import { cryptoSuite } from "../../../../src/crypto/suites";

const [proxy, implementation]: Address[] = [`0x${"11".repeat(20)}`, `0x${"22".repeat(20)}`];
const slot = "360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc";
const code = `0x366000600037600060003660007f${slot}545af400`;
const standard = cryptoSuite("standard");

const chain = (changes: Partial<ProxyChain>): ProxyChain => ({
  call: async () => undefined,
  code: async () => "0x00",
  slots: async () => undefined,
  events: async () => ({ upgrades: [] }),
  ...changes,
});

it("a UUPS proxy stays one where its implementation is frozen and answers nothing", async () => {
  const events = async () => ({ upgrades: [{ block: 1, target: implementation as Address, isBeacon: false }] });
  const read = (behind: string) =>
    readProxy(chain({ events, code: async () => behind }), standard, proxy as Address, code);
  const found = (kind: string) => ({
    kind: "proxy",
    proxy: { kind, implementations: [implementation], foundBy: "events" },
  });
  expect([await read("0x6352d1902d00"), await read("0x00")]).toEqual([found("uups"), found("erc1967")]);
});

it("what a node answers is believed in no form but an address", async () => {
  const slots = async () => [(7n << 200n) | 0n, 0n, 0n];
  expect(await readProxy(chain({ slots }), standard, proxy as Address, code)).toEqual({ kind: "none" });
  expect(await readProxy(chain({}), standard, proxy as Address, code)).toEqual({ kind: "unreadable" });
});
