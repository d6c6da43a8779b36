import { describe, expect, it } from "vitest";
import { ChainError } from "../../../../src/errors/chainError";
import { suiteOf } from "../../../../src/sdk/base/chain";
import type { KeyStorage } from "../../../../src/sdk/wallet/keyDatabase";
import { openKeyStore } from "../../../../src/sdk/wallet/keyStore";

const passphrase = "correct horse";

/** A storage in memory, and what is in it. */
function memory(): { readonly storage: KeyStorage; readonly records: Map<string, Record<string, unknown>> } {
  const records = new Map<string, Record<string, unknown>>();
  return {
    records,
    storage: {
      all: async () => [...records.values()],
      put: async (record) => void records.set(record.address, { ...record }),
      delete: async (address) => void records.delete(address),
    },
  };
}

const codeOf = (asked: Promise<unknown>): Promise<unknown> =>
  asked.then(
    () => "done",
    (error: unknown) => (error instanceof ChainError ? error.code : error),
  );

describe.each(["standard", "sm"] as const)("keys of the suite %s", (suite) => {
  it("are made, listed, unlocked, exported, and removed", async () => {
    const { storage, records } = memory();
    const keys = openKeyStore({ storage });
    const made = await keys.create({ passphrase, suite, name: "shop" });
    expect(await keys.list()).toEqual([made]);
    expect(made).toMatchObject({ suite, name: "shop" });
    const account = await keys.unlock(made.address.toUpperCase().replace("0X", "0x"), passphrase);
    const hash = new Uint8Array(32).fill(7);
    const own = suiteOf(suite);
    const signer = own.signer(hash, await account.sign(hash));
    expect(signer && own.address(signer)).toBe(made.address);
    const key = await keys.export(made.address, passphrase);
    expect(JSON.stringify([...records.values()])).not.toContain(key.slice(2));
    account.lock();
    expect(await codeOf(account.sign(hash))).toBe("keyLocked");
    await keys.remove(made.address);
    expect(await keys.list()).toEqual([]);
    expect(await codeOf(keys.unlock(made.address, passphrase))).toBe("keyNotThere");
    expect(await codeOf(keys.remove(made.address))).toBe("keyNotThere");
    // what was exported is the key
    expect((await keys.add(key, { passphrase, suite })).address).toBe(made.address);
    expect(await codeOf(keys.add(key, { passphrase, suite }))).toBe("keyIsThere");
  });
});

describe("a key under a passphrase", () => {
  it("opens by no other one, and none that is short is taken", async () => {
    const keys = openKeyStore({ storage: memory().storage });
    const { address } = await keys.create({ passphrase });
    for (const wrong of ["correct horsf", "", "Correct horse"])
      expect(await codeOf(keys.unlock(address, wrong))).toBe("wrongPassphrase");
    expect(await codeOf(keys.export(address, "other one"))).toBe("wrongPassphrase");
    expect(await codeOf(keys.create({ passphrase: "seven77" }))).toBe("shortPassphrase");
    expect(await codeOf(keys.changePassphrase(address, passphrase, "seven77"))).toBe("shortPassphrase");
    expect(await codeOf(keys.changePassphrase(address, "other one", "the next one"))).toBe("wrongPassphrase");
    const before = await keys.export(address, passphrase);
    await keys.changePassphrase(address, passphrase, "the next one");
    expect(await codeOf(keys.unlock(address, passphrase))).toBe("wrongPassphrase");
    expect(await keys.export(address, "the next one")).toBe(before);
    // the same characters, composed otherwise
    const { address: accented } = await keys.create({ passphrase: "caf\u00e9 au lait" });
    expect((await keys.unlock(accented, "cafe\u0301 au lait")).address).toBe(accented);
  });

  it("is bound to its address and suite", async () => {
    const { storage, records } = memory();
    const keys = openKeyStore({ storage });
    const { address } = await keys.create({ passphrase });
    const record = records.get(address);
    if (!record) throw new Error("no record");
    const other = `0x${"12".repeat(20)}`;
    records.set(other, { ...record, address: other });
    expect(await codeOf(keys.unlock(other, passphrase))).toBe("wrongPassphrase");
    records.set(address, { ...record, suite: "sm" });
    expect(await codeOf(keys.unlock(address, passphrase))).toBe("wrongPassphrase");
  });

  it("is left alone where this version doesn't know it", async () => {
    const { storage, records } = memory();
    const keys = openKeyStore({ storage });
    const { address } = await keys.create({ passphrase });
    const good = records.get(address) as { kdf: object; cipher: object };
    const strange: unknown[] = [
      ...[null, 1, "text", {}],
      ...[{ version: 2 }, { address: "0x01" }, { suite: "other" }, { name: 1 }, { createdMs: "now" }].map((part) => ({
        ...good,
        ...part,
      })),
      { ...good, kdf: { ...good.kdf, iterations: 10 ** 9 } },
      { ...good, kdf: { ...good.kdf, salt: new Uint8Array(3) } },
      { ...good, kdf: { ...good.kdf, name: "scrypt" } },
      { ...good, cipher: { ...good.cipher, data: new Uint8Array(20) } },
      { ...good, cipher: { ...good.cipher, nonce: "0x00" } },
    ];
    records.clear();
    for (const [at, each] of strange.entries()) records.set(String(at), each as never);
    expect(await keys.list()).toEqual([]);
  });

  it("needs a place where there is no page", async () => {
    expect(await codeOf(openKeyStore().list())).toBe("noKeyDatabase");
  });
});
