import { sm3 } from "../../crypto/sm3";
import { sm3Name } from "./guest";
import { constantTable } from "./patchHash";
import { WasmFormatError } from "./wasmReading";

const moduleHead = "function(global,env,buffer)";
const functionHead = /function ([\w$]{1,12})\(([\w$,]{0,200})\)\{/g;

interface AsmFunction {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly start: number;
}

const isWordCharacter = (character: string | undefined): boolean => character !== undefined && /[\w$.]/.test(character);

/** Where a whole word stands. */
function placesOf(text: string, word: string): number[] {
  const places: number[] = [];
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    if (!isWordCharacter(text[at - 1]) && !isWordCharacter(text[at + word.length])) places.push(at);
  }
  return places;
}

/** The address of Keccak's round constants in the memory that the program starts with; they must be there exactly once. */
function tableAddress(text: string): number {
  const mark = 'memoryInitializer="data:';
  const at = text.indexOf(mark);
  const start = text.indexOf(",", at) + 1;
  const end = text.indexOf('"', start);
  const base = /GLOBAL_BASE=(\d{1,6})\b/.exec(text)?.[1];
  if (at < 0 || start <= 0 || end < 0 || base === undefined) throw new WasmFormatError("its memory is not as expected");
  const memory = Buffer.from(text.slice(start, end), "base64");
  const table = constantTable();
  const found = memory.indexOf(table);
  if (found < 0 || memory.indexOf(table, found + 1) >= 0)
    throw new WasmFormatError("the constants of keccak256 are not in it once");
  return Number(base) + found;
}

/**
 * A compiler of asm.js with SM3 in the place of keccak256, by the same signs as the WebAssembly ones: the constants once, one function that
 * uses them, and one of two addresses that calls it.
 * @throws WasmFormatError unless exactly one function is found that can be it.
 */
export function asmWithSm3(text: string): string {
  if (text.split(moduleHead).length !== 2)
    throw new WasmFormatError("it is neither WebAssembly nor the asm.js of 0.4.26 and later");
  const functions: AsmFunction[] = [...text.matchAll(functionHead)].map(({ 1: name = "", 2: list = "", index }) => ({
    name,
    parameters: list.split(","),
    start: index,
  }));
  const around = (place: number): AsmFunction | undefined => functions.findLast(({ start }) => start < place);
  const only = (places: readonly number[], what: string): AsmFunction => {
    const found = new Set(places.map(around));
    const [one] = found;
    if (!one || found.size !== 1) throw new WasmFormatError(`${what}: found ${found.size}, not 1`);
    return one;
  };
  const permutation = only(placesOf(text, String(tableAddress(text))), "functions that use the constants of keccak256");
  const calls = placesOf(text, permutation.name).filter((at) => !text.startsWith("function ", at - "function ".length));
  if (calls.some((at) => text[at + permutation.name.length] !== "("))
    throw new WasmFormatError("the permutation is also used otherwise");
  const hash = only(calls, "functions that call the permutation");
  const [out, reference, ...others] = hash.parameters;
  const next = functions[functions.indexOf(hash) + 1];
  if (!out || !reference || others.length > 0)
    throw new WasmFormatError("the function that hashes takes other arguments");
  const whole = next ? text.slice(hash.start, next.start) : "";
  if (!whole.endsWith("}") || whole.split("{").length !== whole.split("}").length) {
    throw new WasmFormatError("the end of the function that hashes is not clear");
  }
  // Before 0.5 the hash goes where a second reference says, and the answer is whether that has room for it.
  const tellsWhether = /return \w{1,5}\|0\}$/.test(whole.slice(-20));
  if (tellsWhether && !whole.includes(`${reference}+4>>2]|0)!=32)`))
    throw new WasmFormatError("what the function that hashes answers is not clear");
  const call = tellsWhether
    ? `return globalThis.${sm3Name}.into(buffer,${out},${reference})|0`
    : `globalThis.${sm3Name}.at(buffer,${out},${reference})`;
  const body = `function ${hash.name}(${out},${reference}){${out}=${out}|0;${reference}=${reference}|0;${call}}`;
  return text.slice(0, hash.start) + body + text.slice(hash.start + whole.length);
}

/** The bytes that an address and a length in memory say. */
function referred(buffer: ArrayBuffer, reference: number): Uint8Array {
  const view = new DataView(buffer);
  return new Uint8Array(buffer, view.getUint32(reference, true), view.getUint32(reference + 4, true));
}

/** The hash of what a reference means, written to where `out` says: how compilers from 0.5 on call theirs. */
export function sm3At(buffer: ArrayBuffer, out: number, reference: number): void {
  new Uint8Array(buffer).set(sm3(referred(buffer, reference)), out);
}

/** The same into what a second reference means; tells whether that has room for it. */
export function sm3Into(buffer: ArrayBuffer, reference: number, target: number): number {
  const out = referred(buffer, target);
  if (out.length !== 32) return 0;
  out.set(sm3(referred(buffer, reference)));
  return 1;
}
