import { describe, expect, it } from "vitest";
import { unsignedTransaction } from "../../../src/chain/transaction/signTransaction";
import { bytesToHex } from "../../../src/crypto/bytes/hex";
import type { Signer } from "../../../src/crypto/cryptoSuite";
import { privateKeySigner } from "../../../src/crypto/privateKeySigner";
import type { ReadableContent } from "../../../src/crypto/readableRequest";
import { cryptoSuite } from "../../../src/crypto/suites";
import { clientError } from "../../../src/errors/clientError";
import {
  type Agreement,
  type Answer,
  type Ask,
  agree,
  type Consent,
  type ConsentTerms,
  confirmingName,
  decideConsent,
  obtainConsent,
} from "../../../src/signing/consent";
import { type Act, type ShownRequest, type SigningRequest, weights, withRequest } from "../../../src/signing/request";
import { sign } from "../../../src/signing/sign";

const suite = cryptoSuite("standard");
const own = privateKeySigner(suite, new Uint8Array(32).fill(7));
const other = privateKeySigner(suite, new Uint8Array(32).fill(8));

const act = (more: Partial<Act> = {}): Act => ({
  title: "Freeze Contract",
  lines: [{ label: "Contract", value: `0x${"ab".repeat(20)}` }],
  notes: [],
  warnings: [],
  weight: "ordinary",
  ...more,
});

const transactionTo = (to: string, nonce = "1") =>
  unsignedTransaction(suite, {
    chainId: "chain0",
    groupId: "group0",
    blockLimit: 500n,
    nonce,
    to,
    input: new Uint8Array(4),
  });

const asked = (more: Partial<ShownRequest> = {}) => ({
  transaction: transactionTo(`0x${"ab".repeat(20)}`),
  act: act(),
  place: { connection: "production", chainId: "chain0", groupId: "group0" },
  from: { address: own.address, label: "dev1" },
  ...more,
});

const confirm: ConsentTerms = { access: "confirm", connection: "production" };
const yes: Ask = async (to) => ({ to, answer: "yes" });
const code = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => "done",
    (error: { code: unknown }) => error.code,
  );

describe("a consent", () => {
  it("signs the bytes of its request once, and the readable request travels with them", async () => {
    let seen: ReadableContent | undefined;
    const showing: Signer = {
      ...own,
      sign: async (hash, request) => {
        seen = await request?.();
        return own.sign(hash);
      },
    };
    await withRequest(asked(), async (request) => {
      const consent = await obtainConsent(request, confirm, yes);
      const signature = await sign(request, consent, showing, undefined);
      const key = suite.signer(Buffer.from(request.hash.slice(2), "hex"), signature);
      expect(key && suite.address(key)).toBe(own.address);
      expect(seen).toMatchObject({ version: 1, weight: "ordinary", to: `0x${"ab".repeat(20)}`, blockLimit: "500" });
      expect(seen?.sentence).toContain("dev1");
      expect(await code(sign(request, consent, showing, undefined))).toBe("consentForAnother");
    });
  });

  it("signs no other request: neither by its type nor when it runs", async () => {
    await withRequest(asked(), (one) =>
      withRequest(asked({ transaction: transactionTo(`0x${"cd".repeat(20)}`) }), async (two) => {
        const consent = await obtainConsent(one, confirm, yes);
        // @ts-expect-error a consent for one request is no consent for another
        expect(await code(sign(two, consent, own, undefined))).toBe("consentForAnother");
        expect(await code(sign(two, consent as never, own, undefined))).toBe("consentForAnother");
        // the attempt has used nothing up
        expect(await code(sign(one, consent, own, undefined))).toBe("done");
      }),
    );
  });

  it("is no answer to another request, and no object that someone made", async () => {
    await withRequest(asked(), (one) =>
      withRequest(asked({ transaction: transactionTo(`0x${"ab".repeat(20)}`, "2") }), async (two) => {
        // @ts-expect-error an answer to another request
        const crossed: Ask = async () => ({ to: two, answer: "yes" }) satisfies Answer<unknown>;
        expect(await code(obtainConsent(one, confirm, crossed))).toBe("consentForAnother");
        // @ts-expect-error only the consent function makes one
        const made: Consent<unknown> = { basis: "person" };
        expect(await code(sign(one, made as never, own, undefined))).toBe("consentForAnother");
      }),
    );
  });

  it("signs no other request of the same bytes: not as another account, and not under another name", async () => {
    const transaction = transactionTo(`0x${"ab".repeat(20)}`);
    await withRequest(asked({ transaction }), (one) =>
      withRequest(asked({ transaction, from: { address: other.address } }), async (two) => {
        const consent = await obtainConsent(one, confirm, yes);
        expect(two.hash).toBe(one.hash);
        expect(await code(sign(two, consent as never, other, undefined))).toBe("consentForAnother");
        const crossed = (async () => ({ to: two, answer: "yes" })) as unknown as Ask;
        expect(await code(obtainConsent(one, confirm, crossed))).toBe("consentForAnother");
        expect(Object.isFrozen(one.from)).toBe(true);
      }),
    );
  });

  it("signs nothing whose bytes were changed after it, and not as another account", async () => {
    const transaction = transactionTo(`0x${"ab".repeat(20)}`);
    await withRequest(asked({ transaction }), async (request) => {
      const consent = await obtainConsent(request, confirm, yes);
      transaction.data.input[0] = 9;
      expect(await code(sign(request, consent, own, undefined))).toBe("consentForAnother");
    });
    await withRequest(asked(), async (request) => {
      expect(await code(sign(request, await obtainConsent(request, confirm, yes), other, undefined))).toBe(
        "consentForAnother",
      );
    });
    expect(() => {
      (transaction.data as { to: string }).to = "";
    }).toThrow(TypeError);
  });

  it("to what can't be undone is the name of the thing, typed", async () => {
    const grave = asked({ act: act({ weight: "irreversible", target: `Escrow · 0x${"ab".repeat(20)}` }) });
    const typing =
      (typed?: string): Ask =>
      async (to) => ({ to, answer: "yes", ...(typed === undefined ? {} : { typed }) });
    await withRequest(grave, async (request) => {
      for (const [typed, outcome] of [
        [undefined, "declined"],
        ["yes", "declined"],
        ["escrow ", "done"],
        [`0x${"ab".repeat(20)}`, "done"],
        ["0xabababab", "done"],
        ["0xabab", "declined"],
      ] as const)
        expect(await code(obtainConsent(request, confirm, typing(typed))), typed).toBe(outcome);
      expect(await code(obtainConsent(request, { ...confirm, before: { yes: true } }, undefined))).toBe(
        "confirmationNeeded",
      );
      expect(await code(obtainConsent(request, { ...confirm, before: { yes: true, confirm: "Vault" } }, yes))).toBe(
        "confirmationNeeded",
      );
      expect(await code(obtainConsent(request, { ...confirm, before: { confirm: "Escrow" } }, undefined))).toBe("done");
      expect(await code(obtainConsent(request, { ...confirm, access: "full" }, undefined))).toBe("confirmationNeeded");
    });
    expect(confirmingName(grave.act)).toBe("0xabababab");
  });
});

describe("whether anyone is asked", () => {
  const known = clientError("signerNeeded", { operation: "known to fail" });
  const kinds = { access: [undefined, "readOnly", "confirm", "full"], yes: [false, true] } as const;

  it("is one table for every front", () => {
    const rows = kinds.access.flatMap((access) =>
      kinds.yes.flatMap((reported) =>
        weights.map((weight) => {
          const decision = decideConsent(act({ weight }), { access, connection: "it", before: { yes: reported } });
          return `${access} ${reported ? "--yes" : "-"} ${weight}: ${decision.kind === "given" ? decision.basis : decision.kind}`;
        }),
      ),
    );
    expect(rows).toEqual([
      "undefined - ordinary: ask",
      "undefined - grave: ask",
      "undefined - irreversible: ask",
      "undefined --yes ordinary: before",
      "undefined --yes grave: before",
      "undefined --yes irreversible: ask",
      "readOnly - ordinary: refused",
      "readOnly - grave: refused",
      "readOnly - irreversible: refused",
      "readOnly --yes ordinary: refused",
      "readOnly --yes grave: refused",
      "readOnly --yes irreversible: refused",
      "confirm - ordinary: ask",
      "confirm - grave: ask",
      "confirm - irreversible: ask",
      "confirm --yes ordinary: before",
      "confirm --yes grave: before",
      "confirm --yes irreversible: ask",
      "full - ordinary: access",
      "full - grave: ask",
      "full - irreversible: ask",
      "full --yes ordinary: before",
      "full --yes grave: before",
      "full --yes irreversible: ask",
    ]);
  });

  it("full access asks about all that speaks against an act", () => {
    const full: ConsentTerms = { access: "full", connection: "it" };
    for (const more of [{ warnings: ["!"] }, { notes: ["1"] }, { refusal: known }])
      expect(decideConsent(act(more), full).kind).toBe("ask");
    expect(decideConsent(act(), full, true).kind).toBe("ask");
    expect(decideConsent(act({ weight: "irreversible" }), { ...full, free: true })).toEqual({
      kind: "given",
      basis: "free",
    });
    expect(decideConsent(act(), { ...full, access: "readOnly", free: true }).kind).toBe("refused");
  });

  it("what is known to fail is refused, unless its reason is named", () => {
    const forcing = (force?: string): ConsentTerms => ({ ...confirm, before: { yes: true, force } });
    for (const more of [{ blocked: known }, { refusal: known }]) {
      expect(decideConsent(act(more), forcing())).toMatchObject({ kind: "refused", error: { code: "signerNeeded" } });
      expect(decideConsent(act(more), forcing("yes")).kind).toBe("refused");
      expect(decideConsent(act(more), forcing("signerNeeded"))).toEqual({ kind: "given", basis: "before" });
    }
    // a person who is asked sees why it would be refused, but not what stops the chain
    expect(decideConsent(act({ refusal: known }), confirm).kind).toBe("ask");
    expect(decideConsent(act({ blocked: known }), confirm).kind).toBe("refused");
    expect(decideConsent(act({ blocked: known }), { ...confirm, before: { force: "signerNeeded" } }).kind).toBe("ask");
  });

  it("what is known to fail is asked about where its code can be typed, and signed by that code alone", async () => {
    const editor: ConsentTerms = { ...confirm, asksForce: true };
    expect(decideConsent(act({ blocked: known }), editor)).toEqual({ kind: "ask", weight: "grave", known });
    expect(decideConsent(act({ blocked: known }), { ...editor, access: "full" }).kind).toBe("ask");
    expect(decideConsent(act({ blocked: known }), { ...editor, access: "readOnly" }).kind).toBe("refused");
    // an answer that was given before names no code
    expect(decideConsent(act({ refusal: known }), { ...editor, before: { yes: true } }).kind).toBe("refused");
    const forcing =
      (forced?: string, typed?: string): Ask =>
      async (to, _, force) => {
        expect(force).toBe("signerNeeded");
        return { to, answer: "yes", ...(forced === undefined ? {} : { forced }), ...(typed ? { typed } : {}) };
      };
    await withRequest(asked({ act: act({ blocked: known }) }), async (request) => {
      for (const [forced, outcome] of [
        [undefined, "declined"],
        ["yes", "declined"],
        ["signerneeded", "declined"],
        [" signerNeeded ", "done"],
      ] as const)
        expect(await code(obtainConsent(request, editor, forcing(forced))), forced).toBe(outcome);
      expect(await code(obtainConsent(request, editor, undefined))).toBe("signerNeeded");
      expect(await code(obtainConsent(request, editor, async (to) => ({ to, answer: "cannotAsk" })))).toBe(
        "signerNeeded",
      );
    });
    // both, where nothing takes it back
    const both = asked({ act: act({ blocked: known, weight: "irreversible", target: "Escrow" }) });
    await withRequest(both, async (request) => {
      expect(await code(obtainConsent(request, editor, forcing("signerNeeded")))).toBe("declined");
      expect(await code(obtainConsent(request, editor, forcing(undefined, "Escrow")))).toBe("declined");
      expect(await code(obtainConsent(request, editor, forcing("signerNeeded", "Escrow")))).toBe("done");
    });
  });

  it("an agreement to a run covers its ordinary acts; no object that someone made does", async () => {
    const place = asked().place;
    const run = await agree({ act: act(), place }, { ...confirm, free: true }, yes);
    expect(decideConsent(act(), { ...confirm, run })).toEqual({ kind: "given", basis: "run" });
    for (const weight of ["grave", "irreversible"] as const) {
      const heavy = act({ weight, target: "Escrow" });
      expect(decideConsent(heavy, { ...confirm, run })).toEqual({ kind: "ask", weight });
      expect(decideConsent(heavy, { ...confirm, run, before: { confirm: ["Other"] } }).kind).toBe("ask");
      const named = { ...confirm, run, before: { confirm: ["Other", "Escrow"] } };
      expect(decideConsent(heavy, named)).toEqual({ kind: "given", basis: "before" });
    }
    expect(decideConsent(act({ blocked: known }), { ...confirm, run })).toEqual({ kind: "refused", error: known });
    const forced = { ...confirm, run, before: { force: String(known.code) } };
    expect(decideConsent(act({ blocked: known }), forced)).toEqual({ kind: "given", basis: "run" });
    expect(decideConsent(act(), { ...confirm, access: "readOnly", run }).kind).toBe("refused");
    // @ts-expect-error only `agree` makes one
    const made: Agreement = {};
    expect(decideConsent(act(), { ...confirm, run: made }).kind).toBe("ask");
    expect(decideConsent(act(), { ...confirm, run: { ...run } }).kind).toBe("ask");
    expect(await code(agree({ act: act(), place }, confirm, async (to) => ({ to, answer: "no" })))).toBe("declined");
  });

  it("no one to ask is no yes", async () => {
    await withRequest(asked(), async (request) => {
      expect(await code(obtainConsent(request, confirm, undefined))).toBe("consentNeeded");
      expect(await code(obtainConsent(request, confirm, async (to) => ({ to, answer: "cannotAsk" })))).toBe(
        "consentNeeded",
      );
      expect(await code(obtainConsent(request, confirm, async (to) => ({ to, answer: "no" })))).toBe("declined");
    });
  });
});

it("a request doesn't change while it is looked at", () => {
  const lines = [{ label: "Contract", value: "one" }];
  const request = withRequest(asked({ act: act({ lines }) }), (made): SigningRequest<never> | ShownRequest => made);
  lines[0] = { label: "Contract", value: "two" };
  expect(request.act.lines).toEqual([{ label: "Contract", value: "one" }]);
  expect(() => Object.assign(request.act, { title: "Another" })).toThrow(TypeError);
  expect(request.hash).toBe(request.transaction?.hash);
  expect(bytesToHex(request.transaction?.data.input ?? new Uint8Array(1))).toBe("0x00000000");
});
