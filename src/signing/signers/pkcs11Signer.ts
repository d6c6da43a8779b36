import type { Signer } from "../../crypto/cryptoSuite";
import { sm2IdentityHash, sm2MessageHash } from "../../crypto/sm2Curve";
import { cryptoSuite } from "../../crypto/suites";
import { clientError, excerpt } from "../../errors/clientError";
import { phrase } from "../../text/catalogue";
import { thrownText } from "../../text/thrownText";
import { visibleLine } from "../../text/visibleText";
import { checkedSignature } from "./checkedSignature";
import type { Pkcs11Setting } from "./signerSetting";

/** What is used of the package `pkcs11js`, which the person installs beside their file of signers. */
export interface Pkcs11 {
  load(path: string): void;
  C_Initialize(): void;
  C_Finalize(): void;
  close(): void;
  C_GetSlotList(withToken: boolean): Buffer[];
  C_GetTokenInfo(slot: Buffer): { readonly label: string };
  C_OpenSession(slot: Buffer, flags: number): Buffer;
  C_CloseSession(session: Buffer): void;
  C_Login(session: Buffer, user: number, pin: string): void;
  C_Logout(session: Buffer): void;
  C_FindObjectsInit(session: Buffer, template: readonly { type: number; value: number | Buffer }[]): void;
  C_FindObjects(session: Buffer, count: number): Buffer[];
  C_FindObjectsFinal(session: Buffer): void;
  C_GetAttributeValue(session: Buffer, object: Buffer, template: { type: number }[]): { value: Buffer }[];
  C_SignInit(session: Buffer, mechanism: { mechanism: number }, key: Buffer): void;
  C_Sign(session: Buffer, data: Buffer, out: Buffer): Buffer;
}

/** Numbers of PKCS#11 2.40. */
const numbers = {
  serialSession: 4,
  user: 1,
  class: 0,
  label: 3,
  id: 0x102,
  ecPoint: 0x181,
  publicKey: 2,
  privateKey: 3,
  ecdsa: 0x1041,
} as const;

/** Where a PIN comes from. */
export interface PinSource {
  read(): Promise<string>;
  /** Told that the device didn't take it. */
  refused(): void;
}

/** A signer on a device. */
export interface DeviceSigner extends Signer {
  /** Whether the device, its PIN and its key are there; nothing is signed. @throws ChainError usage `deviceTrouble`, `devicePackage` */
  check(): Promise<void>;
}

/** The PIN that was given. @throws ChainError usage `pinNeeded` where it is empty */
export function requirePin(given: string | undefined, { pinEnv }: Pick<Pkcs11Setting, "pinEnv">): string {
  if (!given) throw clientError("pinNeeded", { variable: pinEnv });
  return given;
}

/** A PIN that is asked for once. One that the device refused is never given again: each counts, and the third may lock it. */
export function heldPin(read: () => Promise<string>): PinSource {
  let held: string | undefined;
  let asking: Promise<string> | undefined;
  const refused = new Set<string>();
  const ask = (): Promise<string> => {
    asking ??= read().finally(() => {
      asking = undefined;
    });
    return asking;
  };
  return {
    read: async () => {
      const pin = held ?? (await ask());
      if (refused.has(pin))
        throw clientError("pinRefused", { reason: phrase("the device refused it before, so it wasn't tried again") });
      held = pin;
      return pin;
    },
    refused: () => {
      if (held !== undefined) refused.add(held);
      held = undefined;
    },
  };
}

/** CKR_PIN_INCORRECT, _INVALID, _LEN_RANGE, _EXPIRED, _LOCKED. */
const pinTroubles = /CKR_PIN_/;

const trouble = (reason: string, cause?: unknown) =>
  clientError("deviceTrouble", { reason: excerpt(visibleLine(reason), 200) }, cause === undefined ? {} : { cause });

function slotOf(library: Pkcs11, { token }: Pkcs11Setting): Buffer {
  const slots = library.C_GetSlotList(true);
  const fitting = slots.filter((slot) => token === undefined || library.C_GetTokenInfo(slot).label.trim() === token);
  const [found, another] = fitting;
  if (!found) throw trouble(token === undefined ? "no token" : `no token ${token}`);
  if (another) throw trouble(token === undefined ? "several tokens: name one" : `several tokens ${token}`);
  return found;
}

/** The only object of a kind with the key's label and ID; undefined where there is none. */
function objectOf(library: Pkcs11, session: Buffer, kind: number, { label, id }: Pkcs11Setting): Buffer | undefined {
  library.C_FindObjectsInit(session, [
    { type: numbers.class, value: kind },
    ...(label === undefined ? [] : [{ type: numbers.label, value: Buffer.from(label) }]),
    ...(id === undefined ? [] : [{ type: numbers.id, value: Buffer.from(id, "hex") }]),
  ]);
  const found = library.C_FindObjects(session, 2);
  library.C_FindObjectsFinal(session);
  if (found.length > 1) throw trouble("several keys of this label and ID");
  return found[0];
}

/** The key's point x ‖ y: the last 64 bytes, whether it is wrapped in an OCTET STRING or not. */
function publicKeyOf(library: Pkcs11, session: Buffer, setting: Pkcs11Setting): Uint8Array | undefined {
  const object = objectOf(library, session, numbers.publicKey, setting);
  const point = object && library.C_GetAttributeValue(session, object, [{ type: numbers.ecPoint }])[0]?.value;
  return point && point.length >= 64 ? Uint8Array.from(point.subarray(-64)) : undefined;
}

interface Signed {
  readonly signature: Uint8Array;
  readonly publicKey: Uint8Array | undefined;
}

function keyIn(library: Pkcs11, session: Buffer, setting: Pkcs11Setting): Buffer {
  const key = objectOf(library, session, numbers.privateKey, setting);
  if (!key) throw trouble("no such key on the token");
  return key;
}

function signIn(library: Pkcs11, session: Buffer, hash: Uint8Array, setting: Pkcs11Setting): Signed {
  const key = keyIn(library, session, setting);
  const isSm = setting.suite === "sm";
  const publicKey = isSm ? publicKeyOf(library, session, setting) : undefined;
  if (isSm && !publicKey) throw trouble("no public key of this label and ID on the token");
  const data = publicKey && setting.input === "digest" ? sm2MessageHash(hash, sm2IdentityHash(publicKey)) : hash;
  library.C_SignInit(session, { mechanism: setting.mechanism ?? numbers.ecdsa }, key);
  const signature = Uint8Array.from(library.C_Sign(session, Buffer.from(data), Buffer.alloc(256)));
  return { signature, publicKey };
}

/** Whatever can be left is left, also after a failure: a token that is logged in is open to every program of the person. */
function inSession<Result>(
  library: Pkcs11,
  pin: string,
  setting: Pkcs11Setting,
  work: (session: Buffer) => Result,
): Result {
  const ends: (() => void)[] = [];
  try {
    library.load(setting.module);
    ends.push(() => library.close());
    library.C_Initialize();
    ends.push(() => library.C_Finalize());
    const session = library.C_OpenSession(slotOf(library, setting), numbers.serialSession);
    ends.push(() => library.C_CloseSession(session));
    // Once: a wrong PIN counts, and some devices are locked by the third.
    library.C_Login(session, numbers.user, pin);
    ends.push(() => library.C_Logout(session));
    return work(session);
  } finally {
    for (const end of ends.reverse()) {
      try {
        end();
      } catch {
        // the device is gone, or ended it itself
      }
    }
  }
}

/**
 * An account whose key is on a device. What the device gives is checked against the account and the hash before it is used.
 * @param load makes the package's object, when something is signed
 * @param source of the PIN, asked for each signature
 */
export function pkcs11Signer(setting: Pkcs11Setting, load: () => Pkcs11, source: PinSource): DeviceSigner {
  const suite = cryptoSuite(setting.suite);
  const address = setting.address.toLowerCase() as Signer["address"];
  const onDevice = async <Result>(work: (library: Pkcs11, session: Buffer) => Result): Promise<Result> => {
    const library = load();
    const pin = await source.read();
    try {
      return inSession(library, pin, setting, (session) => work(library, session));
    } catch (error) {
      if (error instanceof Error && "kind" in error) throw error;
      const words = thrownText(error);
      const reason = words.replaceAll(pin, "…");
      // A library that repeats the PIN has it neither in the words nor behind them.
      const cause = reason === words ? error : undefined;
      if (!pinTroubles.test(words)) throw trouble(reason, cause);
      source.refused();
      throw clientError(
        "pinRefused",
        { reason: excerpt(visibleLine(reason), 200) },
        cause === undefined ? {} : { cause },
      );
    }
  };
  return {
    address,
    suite: suite.name,
    elsewhere: true,
    check: () => onDevice((library, session) => void keyIn(library, session, setting)),
    sign: async (hash) => {
      const { signature, publicKey } = await onDevice((library, session) => signIn(library, session, hash, setting));
      return checkedSignature(suite, { address, publicKey }, hash, signature);
    },
  };
}
