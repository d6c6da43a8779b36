import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import * as vscode from "vscode";
import { hexToBytes } from "../../../../../src/crypto/bytes/hex";
import { privateKeySigner } from "../../../../../src/crypto/privateKeySigner";
import { standardSuite } from "../../../../../src/crypto/suites";
import { clientError } from "../../../../../src/errors/clientError";
import { Accounts } from "../../../../../src/extension/state/accounts/accounts";
import { SignersElsewhere } from "../../../../../src/extension/state/accounts/signersElsewhere";
import type { SigningPermit } from "../../../../../src/extension/state/connections/signingPermit";
import { FakeMemory, FakeSecrets } from "../../../../support/fakeVscode/fakeHost";

const key = hexToBytes("07".repeat(32));
const own = privateKeySigner(standardSuite, key);
const place = { session: { suite: { name: "standard" as const } }, connection: { origin: "settings" as const } };
const permit = {} as SigningPermit;
const right = "48261973";

describe("accounts whose keys are elsewhere", () => {
  let folder: string;
  let memory: FakeMemory;
  const tried: string[] = [];
  const device = { kind: "pkcs11", module: "vendor.so", label: "mine", address: own.address };
  const write = (signers: object): void => writeFileSync(join(folder, "signers.json"), JSON.stringify(signers));

  /** Accounts of a window; what it remembers of the one before it is there. */
  function open(environment: NodeJS.ProcessEnv = {}): Accounts {
    const elsewhere = new SignersElsewhere({
      environment: { CHAINSIDE_SIGNERS: join(folder, "signers.json"), ...environment },
      device: (setting, where, pin) => ({
        address: setting.address.toLowerCase() as typeof own.address,
        suite: setting.suite,
        elsewhere: true,
        sign: async (hash) => {
          const given = await pin.read();
          tried.push(`${where === folder} ${given}`);
          if (given === right) return own.sign(hash);
          pin.refused();
          throw clientError("pinRefused", { reason: "CKR_PIN_INCORRECT" });
        },
      }),
    });
    return new Accounts(memory as never, new FakeSecrets() as never, elsewhere);
  }
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "chainside-elsewhere-"));
    memory = new FakeMemory();
    tried.length = 0;
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
    vi.restoreAllMocks();
  });

  const named = (accounts: Accounts, label: string) => {
    const account = accounts.all.find((each) => each.label === label);
    if (!account) throw new Error(`no ${label}`);
    return account;
  };

  it("are those of the user's file, and sign only where they were chosen", async () => {
    const accounts = open();
    await accounts.lookForSigners();
    expect(accounts.all).toEqual([]);
    write({ hsm: device, broken: { ...device, label: undefined } });
    let changes = 0;
    accounts.onDidChange(() => changes++);
    await accounts.lookForSigners();
    await accounts.lookForSigners();
    expect(changes).toBe(1);
    expect(accounts.all).toEqual([{ address: own.address, suite: "standard", label: "hsm", origin: "signer" }]);
    expect(accounts.active(place)).toBeUndefined();
    await accounts.use(named(accounts, "hsm"), place);
    expect(accounts.active(place)?.label).toBe("hsm");
    // Known in the next window before the file is read again.
    expect(open().active(place)?.label).toBe("hsm");
    write({});
    await accounts.lookForSigners();
    expect(accounts.active(place)).toBeUndefined();
  });

  it("are the stored account where its key was imported, too", async () => {
    write({ hsm: device });
    const accounts = open();
    await accounts.lookForSigners();
    await accounts.importKey("standard", key, "mine");
    expect(accounts.all.map(({ label }) => label)).toEqual(["mine"]);
  });

  it("ask for the PIN once, and never give the device again what it refused", async () => {
    write({ hsm: device });
    const accounts = open();
    await accounts.lookForSigners();
    const typed = ["1111", "1111", right];
    const asked = vi.spyOn(vscode.window, "showInputBox").mockImplementation(async () => typed.shift());
    const sign = async () => (await accounts.signer(named(accounts, "hsm"), permit)).sign(new Uint8Array(32));
    await expect(sign()).rejects.toMatchObject({ code: "pinRefused" });
    await expect(sign()).rejects.toMatchObject({ code: "pinRefused" });
    await sign();
    await sign();
    expect(tried).toEqual(["true 1111", `true ${right}`, `true ${right}`]);
    expect(asked).toHaveBeenCalledTimes(3);
    expect(asked.mock.calls[0]?.[0]).toMatchObject({ password: true });
    expect(JSON.stringify(memory)).not.toContain(right);
  });

  it("take the PIN of the environment, and sign for the account that they were", async () => {
    write({ hsm: device });
    const accounts = open({ CHAINSIDE_PIN: right });
    await accounts.lookForSigners();
    const hsm = named(accounts, "hsm");
    await (await accounts.signer(hsm, permit)).sign(new Uint8Array(32));
    write({ hsm: { ...device, address: `0x${"11".repeat(20)}` } });
    await expect(accounts.signer(hsm, permit)).rejects.toMatchObject({ code: "keyMissing" });
    write({});
    await expect(accounts.signer(hsm, permit)).rejects.toMatchObject({ code: "signerUnknown" });
  });
});
