import { expect, it } from "vitest";
import { signCall } from "../../../src/chain/transaction/signCall";
import { privateKeySigner } from "../../../src/crypto/privateKeySigner";
import { cryptoSuite } from "../../../src/crypto/suites";
import type { SigningAudit } from "../../../src/signing/auditEntry";
import { agreedCalls, callsOfRun, triedCalls } from "../../../src/signing/calls";
import { type Ask, agree, type ConsentTerms } from "../../../src/signing/consent";

const suite = cryptoSuite("standard");
const own = privateKeySigner(suite, new Uint8Array(32).fill(7));
const device = { ...own, elsewhere: true as const };
const called = { chainId: "chain0", groupId: "group0", to: `0x${"ab".repeat(20)}`, data: "0x01020304" } as const;
const place = { connection: "bank", chainId: "chain0", groupId: "group0" };
const terms = (more: Partial<ConsentTerms> = {}): ConsentTerms => ({ access: "confirm", connection: "bank", ...more });
const yes: Ask = async (to) => ({ to, answer: "yes" });
const no: Ask = async (to) => ({ to, answer: "no" });

/** A log, and on what basis each of its calls was signed. */
function logged() {
  const bases: unknown[] = [];
  const audit = {
    front: "terminal",
    write: async (entry: object) => void bases.push("consent" in entry ? (entry.consent as { by: string }).by : entry),
  } as unknown as SigningAudit;
  return { audit, bases };
}

it("tries nothing out with a key that is elsewhere, and signs unasked only where nothing asks", () => {
  const tried = (signer: typeof own, more: Partial<ConsentTerms>) =>
    triedCalls({ signer, audit: undefined }, terms(more)) !== undefined;
  expect(tried(own, { access: "full" })).toBe(true);
  expect(tried(own, { access: "confirm" })).toBe(false);
  expect(tried(own, { access: undefined })).toBe(false);
  expect(tried(own, { access: "readOnly", free: true })).toBe(false);
  expect(tried(own, { before: { yes: true } })).toBe(true);
  expect(tried(device, { access: "full" })).toBe(false);
  expect(tried(device, { named: true })).toBe(false);
});

it("signs calls of a run that was agreed to, and none where no one agreed", async () => {
  const run = await agree({ act: { title: "Run" }, place }, terms(), yes);
  const { audit, bases } = logged();
  await signCall(suite, callsOfRun({ signer: own, audit }, terms({ access: undefined, run })), called);
  expect(bases).toEqual(["run"]);
  for (const kept of [audit, undefined]) {
    const unagreed = callsOfRun({ signer: own, audit: kept }, terms({ access: undefined }));
    await expect(signCall(suite, unagreed, called)).rejects.toMatchObject({ code: "consentNeeded" });
    // its transactions are requests, which are agreed to by themselves
    await expect(unagreed.sign(new Uint8Array(32))).resolves.toHaveLength(65);
  }
  expect(bases).toEqual(["run"]);
});

it("asks where the connection asks, and writes down who agreed", async () => {
  const { audit, bases } = logged();
  const asked = { act: { title: "Sign this call" }, place };
  const calls = { signer: own, audit };
  const signed = async (more: Partial<ConsentTerms>, ask: Ask | undefined) =>
    signCall(suite, await agreedCalls(calls, asked, terms(more), ask), called);
  await signed({}, yes);
  await signed({ access: "full" }, undefined);
  await signed({ before: { yes: true } }, undefined);
  await expect(signed({}, no)).rejects.toMatchObject({ code: "declined" });
  await expect(signed({}, undefined)).rejects.toMatchObject({ code: "consentNeeded" });
  await expect(signed({ access: "readOnly" }, yes)).rejects.toMatchObject({ code: "readOnlyConnection" });
  expect(bases).toEqual(["person", "access", "before"]);
});
