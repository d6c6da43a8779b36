import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inspect } from "../../src/debugger/inspect/inspect";
import { FrameScope } from "../../src/debugger/program/frameScope";
import { startDebuggee } from "../../src/debugger/program/startDebuggee";
import { valueText } from "../../src/debugger/values/showValue";
import { SolidityCompiler } from "../../src/solidity/compile/compiler";
import { defaultCompilerCache } from "../../src/solidity/compilerReleases/compilerStore";
import { DebugChain } from "../../tools/debugCheck/debugChain";
import { seededNumbers } from "../support/seededNumbers";

const folder = mkdtempSync(join(tmpdir(), "chainside-variables-"));
const from = `0x${"a11ce".padStart(40, "0")}`;
const below = seededNumbers(20_261_122);
let compiler: SolidityCompiler;
beforeAll(() => {
  compiler = new SolidityCompiler(defaultCompilerCache());
});
afterAll(() => {
  compiler.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Kind {
  readonly name: string;
  readonly memory: boolean;
  value(): unknown;
}

const digits = (size: number): string => Array.from({ length: 2 * size }, () => below(16).toString(16)).join("");
const number = (bits: number): bigint => BigInt(`0x${digits(32)}`) >> BigInt(256 - bits);

function valueKind(): Kind {
  const bits = 8 * (1 + below(32));
  const size = 1 + below(32);
  const kinds: Kind[] = [
    { name: `uint${bits}`, memory: false, value: () => String(number(bits)) },
    { name: `int${bits}`, memory: false, value: () => String(BigInt.asIntN(bits, number(bits))) },
    { name: "bool", memory: false, value: () => below(2) === 1 },
    { name: "address", memory: false, value: () => `0x${digits(20)}` },
    { name: `bytes${size}`, memory: false, value: () => `0x${digits(size)}` },
  ];
  return kinds[below(kinds.length)] as Kind;
}

function anyKind(depth = 0): Kind {
  const choice = below(depth > 1 ? 7 : 10);
  if (choice < 5) return valueKind();
  if (choice === 5) return { name: "string", memory: true, value: () => "text ".repeat(below(15)) };
  if (choice === 6) return { name: "bytes", memory: true, value: () => `0x${digits(below(70))}` };
  const item = anyKind(depth + 1);
  const length = choice === 7 ? 1 + below(5) : undefined;
  const list = (): unknown[] => Array.from({ length: length ?? below(7) }, () => item.value());
  return { name: `${item.name}[${length ?? ""}]`, memory: true, value: list };
}

/** What a getter gives, as the debugger writes it. */
function written(value: unknown, type: string): string {
  if (Array.isArray(value))
    return `[${value.map((each) => written(each, type.slice(0, type.lastIndexOf("[")))).join(", ")}]`;
  if (type === "string") return JSON.stringify(value);
  return typeof value === "string" ? value.toLowerCase() : String(value);
}

/** Whether a value leaves no mark in storage. */
const isNothing = (value: unknown): boolean =>
  Array.isArray(value)
    ? value.every(isNothing)
    : value === false || value === "" || (typeof value === "string" && /^(0x)?0*$/.test(value));

async function compare(suite: "standard" | "sm", solc: string | undefined, round: number): Promise<void> {
  const kinds = Array.from({ length: 3 }, () => anyKind());
  const keys = [
    valueKind(),
    below(2) === 0 ? valueKind() : { name: "string", memory: true, value: () => "key".repeat(1 + below(20)) },
  ];
  const at = (kind: Kind): string => (kind.memory ? " memory" : "");
  const name = `Random${round}`;
  const file = join(folder, `${name}.sol`);
  const source = `pragma solidity >=0.7.0;
pragma abicoder v2;
contract ${name} {
${kinds.map((kind, i) => `  ${kind.name} kept${i};`).join("\n")}
  mapping(${keys[0]?.name} => mapping(${keys[1]?.name} => ${kinds[0]?.name})) deep;
  bool done;
  function set(${kinds.map((kind, i) => `${kind.name}${at(kind)} given${i}`).join(", ")}) public {
${kinds.map((kind, i) => `    ${kind.name}${at(kind)} local${i} = given${i};\n    kept${i} = local${i};`).join("\n")}
    done = true;
  }
  function put(${keys.map((key, i) => `${key.name}${at(key)} key${i}`).join(", ")}) public { deep[key0][key1] = kept0; }
${kinds.map((kind, i) => `  function get${i}() public view returns (${kind.name}${at(kind)}) { return kept${i}; }`).join("\n")}
}`;
  writeFileSync(file, source);
  const debugChain = await DebugChain.start(suite, compiler);
  try {
    await debugChain.open(file, folder, solc);
    const { address, abi } = await debugChain.deploy(file, name, [], from, "0");
    const values = kinds.map((kind) => kind.value());
    const { status, transactionHash } = await debugChain.send(from, address, abi.encodeCall("set", values), "0");
    expect(status, source).toBe(0);
    const started = await startDebuggee({
      url: debugChain.url,
      group: "group0",
      folder,
      files: [file],
      transaction: transactionHash,
      ...(solc === undefined ? {} : { solc }),
    });
    const { debuggee } = started;
    const last = source.split("\n").findIndex((line) => line.includes("done = true")) + 1;
    const step = await debuggee.stepping.forwards(
      0,
      (each) => debuggee.table.stops[debuggee.timeline.stopOf[each] ?? -1]?.line === last,
    );
    expect(step, source).toBeDefined();
    const scope = new FrameScope(debuggee, step ?? 0, debuggee.timeline.visibleAt(step ?? 0), step ?? 0);
    const shown = new Map(
      [...scope.locals(), ...scope.stateVariables()].map((each) => [each.name, valueText(scope.view, each.value)]),
    );
    for (const [i, kind] of kinds.entries()) {
      const output = await debugChain.ask(address, abi.encodeCall(`get${i}`, []));
      const [got] = abi.decodeOutput(`get${i}`, output);
      const want = written(got?.value, kind.name);
      const cut = want.length > 2000;
      for (const variable of [`given${i}`, `local${i}`, `kept${i}`]) {
        const text = shown.get(variable);
        if (cut) expect(text?.slice(0, 1000), `${variable} in ${source}`).toBe(want.slice(0, 1000));
        else expect(text, `${variable} in ${source}`).toBe(want);
      }
    }
    await started.close();
    const given = keys.map((key) => key.value());
    expect((await debugChain.send(from, address, abi.encodeCall("put", given), "0")).status, source).toBe(0);
    const view = await inspect({
      kind: "storage",
      address,
      keys: [],
      transactions: [],
      expressions: [],
      folder,
      trusted: true,
      ...(solc === undefined ? {} : { solc }),
      from: { kind: "embedded", url: debugChain.url, group: "group0" },
    });
    expect(view.contract, source).toBe(name);
    expect(view.others, source).toEqual([]);
    const parts = new Map(view.variables.map((each) => [each.name, each]));
    for (let i = 0; i < kinds.length; i++) expect(parts.get(`kept${i}`)?.value, source).toBe(shown.get(`kept${i}`));
    const [outer] = parts.get("deep")?.parts ?? [];
    const [inner] = outer?.parts ?? [];
    // nothing is there where nothing but zeros was put
    if (inner || outer) {
      expect([outer?.name, inner?.name], source).toEqual(keys.map((key, i) => `[${written(given[i], key.name)}]`));
      expect(inner?.value, source).toBe(shown.get("kept0"));
    } else expect(isNothing(values[0]), source).toBe(true);
  } finally {
    await debugChain.close();
  }
}

test("what the debugger shows is what getters give, for random values of random types", async () => {
  for (let round = 0; round < 6; round++) await compare("standard", undefined, round);
  await compare("sm", undefined, 100);
  await compare("standard", "0.8.19", 101);
  await compare("standard", "0.7.6", 102);
});
