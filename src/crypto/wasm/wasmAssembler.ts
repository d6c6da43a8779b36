import { utf8Bytes } from "../bytes/binaryText";

/** The part of the global that is used here; the types of Node.js leave it out. */
declare const WebAssembly: {
  Module: new (bytes: Uint8Array) => object;
  Instance: new (module: object) => { readonly exports: Readonly<Record<string, unknown>> };
};

/** What a module gives: its memory and its functions, which take addresses and counters. */
interface WasmExports {
  readonly memory: ArrayBuffer;
  readonly functions: Readonly<Record<string, (...values: number[]) => void>>;
}

/** Instructions of WebAssembly that the functions here are made of. */
export const op = {
  loop: 0x03,
  if: 0x04,
  else: 0x05,
  end: 0x0b,
  branchIf: 0x0d,
  call: 0x10,
  localGet: 0x20,
  localSet: 0x21,
  localTee: 0x22,
  load32: 0x28,
  load64: 0x29,
  loadByte: 0x2d,
  load32Signed: 0x34,
  store32: 0x36,
  store64: 0x37,
  store64As32: 0x3e,
  const32: 0x41,
  const64: 0x42,
  equal32: 0x46,
  lessUnsigned32: 0x49,
  notMoreUnsigned32: 0x4d,
  add32: 0x6a,
  sub32: 0x6b,
  and32: 0x71,
  or32: 0x72,
  xor32: 0x73,
  shl32: 0x74,
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

/** Appends a number of any size below 2^53, seven bits a byte. */
function addUnsigned(bytes: number[], value: number): void {
  let rest = value;
  while (rest >= 128) {
    bytes.push((rest % 128) | 0x80);
    rest = Math.floor(rest / 128);
  }
  bytes.push(rest);
}

function addSigned(bytes: number[], value: bigint): void {
  let rest = value;
  for (;;) {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    if ((rest === 0n && (low & 0x40) === 0) || (rest === -1n && (low & 0x40) !== 0)) {
      bytes.push(low);
      return;
    }
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

  /** An instruction with an index or offset behind it. */
  #numbered(code: number, value: number): this {
    this.code.push(code);
    addUnsigned(this.code, value);
    return this;
  }

  get(variable: number): this {
    return this.#numbered(op.localGet, variable);
  }

  set(variable: number): this {
    return this.#numbered(op.localSet, variable);
  }

  tee(variable: number): this {
    return this.#numbered(op.localTee, variable);
  }

  constant(value: bigint | number): this {
    this.code.push(op.const64);
    addSigned(this.code, BigInt(value));
    return this;
  }

  address(value: number): this {
    this.code.push(op.const32);
    addSigned(this.code, BigInt(value));
    return this;
  }

  #access(code: number, alignment: number, offset: number): this {
    this.code.push(code);
    return this.#numbered(alignment, offset);
  }

  /** A 64-bit number at the address in the variable. */
  load(pointer: number, offset: number): this {
    return this.get(pointer).#access(op.load64, 3, offset);
  }

  /** A signed 32-bit number, widened. */
  load32(pointer: number, offset: number): this {
    return this.get(pointer).#access(op.load32Signed, 2, offset);
  }

  /** Stores what `value` leaves on the stack. */
  store(pointer: number, offset: number, value: () => void): this {
    this.get(pointer);
    value();
    return this.#access(op.store64, 3, offset);
  }

  call(functionIndex: number): this {
    return this.#numbered(op.call, functionIndex);
  }
}

/** Spreading thousands of bytes into one array after another would take as long as everything else. */
function append(to: number[], from: readonly number[]): void {
  for (const byte of from) to.push(byte);
}

/** Appends bytes with their number before them. */
function addSized(to: number[], content: readonly number[]): void {
  addUnsigned(to, content.length);
  append(to, content);
}

function addSection(to: number[], id: number, items: readonly number[][]): void {
  const content: number[] = [];
  addUnsigned(content, items.length);
  for (const item of items) append(content, item);
  to.push(id);
  addSized(to, content);
}

function exported(name: string, kind: number, index: number): number[] {
  const item: number[] = [];
  addSized(item, [...utf8Bytes(name)]);
  item.push(kind);
  addUnsigned(item, index);
  return item;
}

/** The body of a function as the code section of a module holds it: its length, its variables, its code. */
export function wholeBody({ code, locals, variables }: WasmFunction): number[] {
  const content: number[] = [];
  content.push(locals > 0 ? 1 : 0);
  if (locals > 0) {
    addUnsigned(content, locals);
    content.push(valueType[variables]);
  }
  append(content, code);
  content.push(op.end);
  const sized: number[] = [];
  addSized(sized, content);
  return sized;
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
    const bytes: number[] = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
    const types = Array.from({ length: maximumParameters + 1 }, (_, count) => [
      ...[0x60, count],
      ...Array<number>(count).fill(valueType.i32),
      0,
    ]);
    const limits = [0];
    addUnsigned(limits, pages);
    const functions = this.#functions;
    addSection(bytes, 1, types);
    addSection(
      bytes,
      3,
      functions.map(({ body }) => [body.parameters]),
    );
    addSection(bytes, 5, [limits]);
    addSection(bytes, 7, [exported("memory", 2, 0), ...functions.map(({ name }, index) => exported(name, 0, index))]);
    addSection(
      bytes,
      10,
      functions.map(({ body }) => wholeBody(body)),
    );
    const { memory, ...made } = new WebAssembly.Instance(new WebAssembly.Module(Uint8Array.from(bytes))).exports;
    return { memory: (memory as { buffer: ArrayBuffer }).buffer, functions: made as WasmExports["functions"] };
  }
}
