/** The part of the global that is used here; the types of Node.js leave it out. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { readonly exports: Readonly<Record<string, unknown>> };
};

/** What a module gives: its memory and its functions, which take addresses and counters. */
export interface WasmExports {
  readonly memory: ArrayBuffer;
  readonly functions: Readonly<Record<string, (...values: number[]) => void>>;
}

/** Instructions of WebAssembly that the functions here are made of. */
export const op = {
  loop: 0x03,
  end: 0x0b,
  branchIf: 0x0d,
  call: 0x10,
  localGet: 0x20,
  localSet: 0x21,
  localTee: 0x22,
  load32: 0x28,
  load64: 0x29,
  load32Signed: 0x34,
  store32: 0x36,
  store64: 0x37,
  store64As32: 0x3e,
  const32: 0x41,
  const64: 0x42,
  add32: 0x6a,
  sub32: 0x6b,
  and32: 0x71,
  or32: 0x72,
  xor32: 0x73,
  shrUnsigned32: 0x76,
  rotl32: 0x77,
  rotr32: 0x78,
  add: 0x7c,
  sub: 0x7d,
  mul: 0x7e,
  and: 0x83,
  xor: 0x85,
  shl: 0x86,
  shrSigned: 0x87,
  rotl: 0x89,
} as const;

const valueType = { i32: 0x7f, i64: 0x7e } as const;

function unsignedLeb(value: number): number[] {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = rest % 128;
    rest = Math.floor(rest / 128);
    bytes.push(rest > 0 ? low | 0x80 : low);
  } while (rest > 0);
  return bytes;
}

function signedLeb(value: bigint): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (;;) {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    if ((rest === 0n && (low & 0x40) === 0) || (rest === -1n && (low & 0x40) !== 0)) return [...bytes, low];
    bytes.push(low | 0x80);
  }
}

/** The code of one function: parameters are addresses or counters (i32), its variables are all of one width. */
export class WasmFunction {
  readonly code: number[] = [];
  readonly parameters: number;
  readonly variables: keyof typeof valueType;
  #locals = 0;

  constructor(parameters: number, variables: keyof typeof valueType = "i64") {
    this.parameters = parameters;
    this.variables = variables;
  }

  get locals(): number {
    return this.#locals;
  }

  /** A new variable. */
  local(): number {
    return this.parameters + this.#locals++;
  }

  emit(...codes: number[]): this {
    for (const code of codes) this.code.push(code);
    return this;
  }

  get(variable: number): this {
    return this.emit(op.localGet, ...unsignedLeb(variable));
  }

  set(variable: number): this {
    return this.emit(op.localSet, ...unsignedLeb(variable));
  }

  tee(variable: number): this {
    return this.emit(op.localTee, ...unsignedLeb(variable));
  }

  constant(value: bigint | number): this {
    return this.emit(op.const64, ...signedLeb(BigInt(value)));
  }

  address(value: number): this {
    return this.emit(op.const32, ...signedLeb(BigInt(value)));
  }

  /** A 64-bit number at the address in the variable. */
  load(pointer: number, offset: number): this {
    return this.get(pointer).emit(op.load64, 3, ...unsignedLeb(offset));
  }

  /** A signed 32-bit number, widened. */
  load32(pointer: number, offset: number): this {
    return this.get(pointer).emit(op.load32Signed, 2, ...unsignedLeb(offset));
  }

  /** Stores what `value` leaves on the stack. */
  store(pointer: number, offset: number, value: () => void): this {
    this.get(pointer);
    value();
    return this.emit(op.store64, 3, ...unsignedLeb(offset));
  }

  call(functionIndex: number): this {
    return this.emit(op.call, ...unsignedLeb(functionIndex));
  }
}

const maximumParameters = 5;

/**
 * Puts functions together to a WebAssembly module of its own memory. Small on purpose: the arithmetic of two curves and
 * a hash, emitted when first needed, is a few kilobytes and needs no build step, no file and no other language.
 */
export class WasmAssembler {
  readonly #functions: { name: string; body: WasmFunction }[] = [];

  /** Adds a function; gives the index under which others call it. */
  add(name: string, body: WasmFunction): number {
    this.#functions.push({ name, body });
    return this.#functions.length - 1;
  }

  /** Compiles, with a memory of so many pages of 64 KiB. */
  instantiate(pages: number): WasmExports {
    const section = (id: number, content: number[]): number[] => [id, ...unsignedLeb(content.length), ...content];
    const list = (items: number[][]): number[] => [...unsignedLeb(items.length), ...items.flat()];
    const name = (text: string): number[] => [...unsignedLeb(text.length), ...Buffer.from(text)];
    const types = Array.from({ length: maximumParameters + 1 }, (_, count) => [
      ...[0x60, count],
      ...Array<number>(count).fill(valueType.i32),
      0,
    ]);
    const bodies = this.#functions.map(({ body }) => {
      const content = [...(body.locals > 0 ? [1, ...unsignedLeb(body.locals), valueType[body.variables]] : [0])];
      for (const code of body.code) content.push(code);
      content.push(op.end);
      return [...unsignedLeb(content.length), ...content];
    });
    const bytes = Uint8Array.from([
      ...[0, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
      ...section(1, list(types)),
      ...section(3, list(this.#functions.map(({ body }) => [body.parameters]))),
      ...section(5, list([[0, ...unsignedLeb(pages)]])),
      ...section(
        7,
        list([
          [...name("memory"), 2, 0],
          ...this.#functions.map((each, index) => [...name(each.name), 0, ...unsignedLeb(index)]),
        ]),
      ),
      ...section(10, list(bodies)),
    ]);
    const { memory, ...functions } = new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports;
    return { memory: (memory as { buffer: ArrayBuffer }).buffer, functions: functions as WasmExports["functions"] };
  }
}
