const colours = /\u001b\[[0-9;?]*[A-Za-z]/g;
const pemKey = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\\nr"'`,+]*(?:[A-Za-z0-9+/=]{16,}[\s\\nr"'`,+]*){2}/g;
/** Digits of a decimal that says the same as 64 hex digits which do not start with zeros. */
const decimalLengths = [70, 71, 72, 73, 74, 75, 76, 77, 78];
const base64Core = 40;

/** How small numbers, the curves' orders and their halves begin: landmarks that tests name aloud, and no one's key. */
const landmarks = /^(?:00000000|7ffffff[ef]|80000000|fffffff[ef])/;

/** The part of a key's base64 text that is the same wherever in the encoded bytes the key begins. */
function base64Cores(key: Buffer): string[] {
  return [0, 1, 2].map((before) => {
    const text = Buffer.concat([Buffer.alloc(before), key]).toString("base64");
    const first = before === 0 ? 0 : 4;
    return text.slice(first, first + base64Core);
  });
}

function* windows(text: string, length: number): Generator<string> {
  for (let at = 0; at + length <= text.length; at++) yield text.slice(at, at + length);
}

/** Looks for private keys in texts, in every form in which a program writes bytes. */
export class SecretSearch {
  readonly #hex = new Set<string>();
  readonly #decimal = new Set<string>();
  readonly #base64 = new Set<string>();

  /** @param keys 64 hex digits each; landmarks are left out */
  constructor(keys: Iterable<string>) {
    for (const text of keys) {
      const digits = text.trim().replace(/^0x/i, "").toLowerCase();
      if (!/^[0-9a-f]{64}$/.test(digits) || landmarks.test(digits)) continue;
      this.#hex.add(digits);
      this.#decimal.add(BigInt(`0x${digits}`).toString());
      for (const core of base64Cores(Buffer.from(digits, "hex"))) this.#base64.add(core);
    }
  }

  get size(): number {
    return this.#hex.size;
  }

  /** In which forms keys stand in the text, one entry for each place. Any key in PEM form is one, known or not. */
  find(text: string): string[] {
    const found: string[] = [];
    const plain = text.replace(colours, "");
    const look = (form: string, pattern: RegExp, bare: (run: string) => string, set: Set<string>, length: number) => {
      for (const [run] of plain.matchAll(pattern))
        for (const part of windows(bare(run), length)) if (set.has(part)) found.push(form);
    };
    look("hex", /[0-9a-f]{64,}/gi, (run) => run.toLowerCase(), this.#hex, 64);
    const pairs = (run: string): string => run.toLowerCase().replace(/[^0-9a-f]/g, "");
    look("hex pairs", /(?:[0-9a-f]{2}[ :]){31}[0-9a-f]{2}(?:[ :][0-9a-f]{2})*/gi, pairs, this.#hex, 64);
    const standard = (run: string): string => run.replaceAll("-", "+").replaceAll("_", "/");
    look("base64", /[A-Za-z0-9+/_-]{40,}/g, standard, this.#base64, base64Core);
    for (const length of decimalLengths) look("decimal", /(?<![0-9])[0-9]{70,}/g, (run) => run, this.#decimal, length);
    const bytes = (run: string): string =>
      (run.match(/\d+/g) ?? []).map((number) => (Number(number) & 255).toString(16).padStart(2, "0")).join("");
    const numbers = plain.replace(/"\d+":\s*/g, "");
    for (const [run] of numbers.matchAll(/(?:\b\d{1,3}\b[,\s]+){31,}\d{1,3}\b/g))
      for (const part of windows(bytes(run), 64)) if (this.#hex.has(part)) found.push("numbers");
    for (const _ of plain.matchAll(pemKey)) found.push("PEM");
    return found;
  }
}
