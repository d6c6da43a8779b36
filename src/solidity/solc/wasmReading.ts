/** What is told of a WebAssembly module that is not as this reader knows it. */
export class WasmFormatError extends Error {
  override readonly name = "WasmFormatError";
}

const sectionIds = { type: 1, import: 2, function: 3, code: 10, data: 11 } as const;

interface Section {
  readonly start: number;
  readonly end: number;
}

/** One function that the module has itself. */
export interface FunctionBody {
  /** Number by which calls name it; imports come first. */
  readonly index: number;
  readonly typeIndex: number;
  /** Where its entry in the code section begins (at the length), where its declarations and code begin, and where it ends. */
  readonly entry: number;
  readonly start: number;
  readonly end: number;
}

/** Bytes that the module puts into memory. */
interface DataSegment {
  readonly address: number;
  readonly start: number;
  readonly end: number;
}

/** The parts of a module that matter for the change of one function. */
export interface WasmModuleParts {
  readonly bytes: Uint8Array;
  /** Parameters and results as value types: 0x7f is i32. */
  readonly types: readonly { readonly parameters: readonly number[]; readonly results: readonly number[] }[];
  readonly functions: readonly FunctionBody[];
  readonly data: readonly DataSegment[];
  readonly code: Section & { /** Where the section's id stands, and its number of entries. */ readonly header: number };
}

/** Reads numbers one after another. */
class WasmCursor {
  readonly bytes: Uint8Array;
  at: number;

  constructor(bytes: Uint8Array, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }

  byte(): number {
    const value = this.bytes[this.at++];
    if (value === undefined) throw new WasmFormatError("the module ends too early");
    return value;
  }

  /** Unsigned LEB128 of up to 32 bits. */
  unsigned(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value += (byte & 0x7f) * 2 ** shift;
      if (byte < 0x80) return value;
    }
    throw new WasmFormatError("a number is too long");
  }

  /** Signed LEB128 of 32 bits, as an unsigned number. */
  signed32(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.byte();
      value |= (byte & 0x7f) << shift;
      if (byte >= 0x80) continue;
      if (shift < 25 && (byte & 0x40) !== 0) value |= -1 << (shift + 7);
      return value >>> 0;
    }
    throw new WasmFormatError("a number is too long");
  }

  skipNumber(): void {
    for (let length = 0; length < 10; length++) if (this.byte() < 0x80) return;
    throw new WasmFormatError("a number is too long");
  }

  list<Item>(item: () => Item): Item[] {
    return Array.from({ length: this.unsigned() }, item);
  }
}

function sectionsOf(bytes: Uint8Array): Map<number, Section & { header: number }> {
  if (Buffer.from(bytes.buffer, bytes.byteOffset, 8).toString("hex") !== "0061736d01000000") {
    throw new WasmFormatError("this is no WebAssembly module");
  }
  const cursor = new WasmCursor(bytes, 8);
  const sections = new Map<number, Section & { header: number }>();
  while (cursor.at < bytes.length) {
    const header = cursor.at;
    const id = cursor.byte();
    const length = cursor.unsigned();
    const start = cursor.at;
    if (id !== 0 && sections.has(id)) throw new WasmFormatError(`section ${id} comes twice`);
    sections.set(id, { header, start, end: start + length });
    cursor.at = start + length;
  }
  return sections;
}

function importedFunctions(bytes: Uint8Array, section: Section | undefined): number {
  if (!section) return 0;
  const cursor = new WasmCursor(bytes, section.start);
  const limits = (): void => {
    const flags = cursor.byte();
    cursor.skipNumber();
    if (flags & 1) cursor.skipNumber();
  };
  let functions = 0;
  const skipName = (): void => {
    const length = cursor.unsigned();
    cursor.at += length;
  };
  for (let left = cursor.unsigned(); left > 0; left--) {
    skipName();
    skipName();
    const kind = cursor.byte();
    if (kind === 0) {
      functions++;
      cursor.skipNumber();
    } else if (kind === 1) {
      cursor.byte();
      limits();
    } else if (kind === 2) limits();
    else if (kind === 3) cursor.at += 2;
    else throw new WasmFormatError(`an import is of kind ${kind}`);
  }
  return functions;
}

/** Segments with an address that stands in the module; others are never the compiler's tables. */
function dataSegments(bytes: Uint8Array, section: Section): DataSegment[] {
  const cursor = new WasmCursor(bytes, section.start);
  const segments: DataSegment[] = [];
  for (let left = cursor.unsigned(); left > 0; left--) {
    const kind = cursor.unsigned();
    let address: number | undefined;
    if (kind === 2) cursor.skipNumber();
    if (kind === 0 || kind === 2) {
      const opcode = cursor.byte();
      if (opcode === 0x41) address = cursor.signed32();
      else if (opcode === 0x23) cursor.skipNumber();
      else throw new WasmFormatError(`a data segment's address is instruction ${opcode}`);
      if (cursor.byte() !== 0x0b) throw new WasmFormatError("a data segment's address is computed");
    } else if (kind !== 1) throw new WasmFormatError(`a data segment is of kind ${kind}`);
    const length = cursor.unsigned();
    const start = cursor.at;
    cursor.at += length;
    if (address !== undefined) segments.push({ address, start, end: start + length });
  }
  return segments;
}

/**
 * Takes a module apart as far as a change of one function needs.
 * @throws WasmFormatError for what is no module, or one of a kind that compilers are not.
 */
export function readWasmModule(bytes: Uint8Array): WasmModuleParts {
  const sections = sectionsOf(bytes);
  const section = (name: keyof typeof sectionIds): Section & { header: number } => {
    const found = sections.get(sectionIds[name]);
    if (!found) throw new WasmFormatError(`the module has no ${name} section`);
    return found;
  };
  const typeCursor = new WasmCursor(bytes, section("type").start);
  const types = typeCursor.list(() => {
    if (typeCursor.byte() !== 0x60) throw new WasmFormatError("a type is no function's");
    return { parameters: typeCursor.list(() => typeCursor.byte()), results: typeCursor.list(() => typeCursor.byte()) };
  });
  const functionCursor = new WasmCursor(bytes, section("function").start);
  const typeIndexes = functionCursor.list(() => functionCursor.unsigned());
  const imported = importedFunctions(bytes, sections.get(sectionIds.import));
  const code = section("code");
  const codeCursor = new WasmCursor(bytes, code.start);
  if (codeCursor.unsigned() !== typeIndexes.length)
    throw new WasmFormatError("functions and their code differ in number");
  const functions = typeIndexes.map((typeIndex, position): FunctionBody => {
    const entry = codeCursor.at;
    const length = codeCursor.unsigned();
    const start = codeCursor.at;
    codeCursor.at += length;
    return { index: imported + position, typeIndex, entry, start, end: start + length };
  });
  return { bytes, types, functions, data: dataSegments(bytes, section("data")), code };
}

/** What a walk through the code of functions tells. */
interface CodeVisitor {
  /** `i32.const`, as an unsigned number. */
  readonly constant: (value: number, body: FunctionBody) => void;
  /** The fixed offset of a load or store. */
  readonly offset: (value: number, body: FunctionBody) => void;
  readonly call: (index: number, body: FunctionBody) => void;
}

/** Instructions of MVP WebAssembly, sign extension, exceptions, bulk memory and references, by what stands behind their code. */
const noOperand = 1;
const oneNumber = 2;
const operands = new Uint8Array(256);
for (let code = 0x45; code <= 0xc4; code++) operands[code] = noOperand;
for (const code of [0x00, 0x01, 0x05, 0x0b, 0x0f, 0x19, 0x1a, 0x1b, 0xd1]) operands[code] = noOperand;
for (const code of [0x02, 0x03, 0x04, 0x06, 0x07, 0x08, 0x09, 0x0c, 0x0d, 0x12, 0x18, 0x20, 0x21, 0x22, 0x23, 0x24]) {
  operands[code] = oneNumber;
}
for (const code of [0x25, 0x26, 0x3f, 0x40, 0x42, 0xd0, 0xd2]) operands[code] = oneNumber;

function skipPrefixed(cursor: WasmCursor): void {
  const code = cursor.unsigned();
  if (code <= 7) return;
  const count = [8, 10, 12, 14].includes(code) ? 2 : [9, 11, 13, 15, 16, 17].includes(code) ? 1 : undefined;
  if (count === undefined) throw new WasmFormatError(`instruction fc ${code} is not known`);
  for (let left = count; left > 0; left--) cursor.skipNumber();
}

/**
 * Walks through the code of one function.
 * @throws WasmFormatError for an instruction that this reader does not know: where they begin and end would be guesswork.
 */
export function visitCode(parts: WasmModuleParts, body: FunctionBody, visitor: CodeVisitor): void {
  const cursor = new WasmCursor(parts.bytes, body.start);
  for (let left = cursor.unsigned(); left > 0; left--) {
    cursor.skipNumber();
    cursor.byte();
  }
  while (cursor.at < body.end) {
    const code = cursor.byte();
    const kind = operands[code];
    if (kind === noOperand) continue;
    if (kind === oneNumber) cursor.skipNumber();
    else if (code === 0x41) visitor.constant(cursor.signed32(), body);
    else if (code >= 0x28 && code <= 0x3e) {
      cursor.skipNumber();
      visitor.offset(cursor.unsigned(), body);
    } else if (code === 0x10) visitor.call(cursor.unsigned(), body);
    else if (code === 0x11 || code === 0x13) {
      cursor.skipNumber();
      cursor.skipNumber();
    } else if (code === 0x0e) for (let left = cursor.unsigned() + 1; left > 0; left--) cursor.skipNumber();
    else if (code === 0x43) cursor.at += 4;
    else if (code === 0x44) cursor.at += 8;
    else if (code === 0x1c) for (let left = cursor.unsigned(); left > 0; left--) cursor.byte();
    else if (code === 0xfc) skipPrefixed(cursor);
    else throw new WasmFormatError(`instruction ${code.toString(16)} is not known`);
  }
  if (cursor.at !== body.end) throw new WasmFormatError("a function's code ends elsewhere than it says");
}
