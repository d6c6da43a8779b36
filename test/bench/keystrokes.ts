// What a keystroke in a Solidity file costs: a file of 1,000 lines over OpenZeppelin, in an editor that asks for completion and symbols
// with each keystroke and for what is wrong when typing pauses. Asked is the compile service of the package, in a process of its own as
// the extension starts it, beside a process that gets the same questions and gives the text back. `wait` is what a person waits, `cpu`
// what the process computes for it (the compiler is a process below it), `host` how long the asker, which is the extension host, was
// busy with it. Medians; ratios matter.
//   npm run build && node --import tsx test/bench/keystrokes.ts [--keystrokes 30] [--lines 1000] [--pauses 5]
import { type ChildProcess, fork } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { performance } from "node:perf_hooks";
import { defaultCompilerCache } from "../../src/solidity/compilerReleases/compilerStore";
import type { LanguageQuestion } from "../../src/solidity/language/questions";

const root = resolve(import.meta.dirname, "../..");
const flag = (name: string, fallback: number): number => {
  const index = process.argv.indexOf(`--${name}`);
  return index < 0 ? fallback : Number(process.argv[index + 1]);
};
const [keystrokes, count, pauses] = [flag("keystrokes", 30), flag("lines", 1000), flag("pauses", 5)];

const folder = mkdtempSync(join(tmpdir(), "chainside-keystrokes-"));
const path = join(folder, "contracts/Long.sol");
mkdirSync(join(folder, "contracts"));
mkdirSync(join(folder, "node_modules/@openzeppelin"), { recursive: true });
cpSync(join(root, "node_modules/@openzeppelin/contracts"), join(folder, "node_modules/@openzeppelin/contracts"), {
  recursive: true,
});

/** A contract of so many lines over OpenZeppelin's tokens, roles and governor. */
function source(): string[] {
  const head = [
    "// SPDX-License-Identifier: Apache-2.0",
    "pragma solidity ^0.8.24;",
    'import {ERC20Permit, ERC20} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";',
    'import {ERC721Enumerable} from "@openzeppelin/contracts/token/ERC721/extensions/ERC721Enumerable.sol";',
    'import {AccessControl} from "@openzeppelin/contracts/access/AccessControl.sol";',
    'import {Governor} from "@openzeppelin/contracts/governance/Governor.sol";',
    "contract Long is ERC20Permit, AccessControl {",
    '    constructor() ERC20("Long", "L") ERC20Permit("Long") {}',
    "    mapping(address => uint256) private kept;",
  ];
  const body: string[] = [];
  for (let i = 0; head.length + body.length + 12 <= count; i++) {
    body.push(
      `    /// @notice Keeps ${i} for somebody.`,
      `    function keep${i}(address who, uint256 amount) external returns (uint256 sum) {`,
      '        require(amount > 0, "nothing");',
      "        sum = kept[who] + amount;",
      "        kept[who] = sum;",
      `        if (sum % ${i + 2} == 0) _mint(who, amount);`,
      "    }",
      "",
    );
  }
  return [...head, ...body, "    function last() external {", "        ", "    }", "}"];
}
const lines = source();
const typedLine = lines.length - 3;
const textWith = (typed: string): string =>
  lines.map((line, i) => (i === typedLine ? `        ${typed}` : line)).join("\n");

/** Tells what its process has computed, beside its own messages, and keeps what comes before the program listens. */
const meter = `const early = [];
process.on("message", (m) => {
  if (m.kind === "cpu") process.send({ kind: "cpu", usage: process.cpuUsage() });
  else if (process.listenerCount("message") < 2) early.push(m);
});
process.on("newListener", (name, listener) => { if (name === "message") setImmediate(() => early.splice(0).forEach(listener)); });`;
const echo = `process.on("message", ({ id, name, order }) => { if (name && name !== "start") process.send({ kind: "result", id, result: Object.values(order.request.overlays)[0] }); });
process.on("disconnect", () => process.exit(0));`;

interface Update {
  readonly kind: string;
  readonly id?: number;
  readonly usage?: { readonly user: number; readonly system: number };
  readonly result?: {
    readonly proposals?: readonly unknown[];
    readonly items?: readonly unknown[];
    readonly [0]?: { readonly diagnostics?: readonly unknown[] };
  };
  readonly failure?: { readonly message: string };
}

interface Order {
  readonly name: string;
  readonly [member: string]: unknown;
}

class Asked {
  readonly #child: ChildProcess;
  #id = 0;

  constructor(program: string) {
    const preload = join(folder, "meter.cjs");
    writeFileSync(preload, meter);
    this.#child = fork(program, [], {
      execArgv: ["--require", preload],
      serialization: "advanced",
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    });
    this.#child.send({ kind: "order", id: 0, name: "start", order: { compilers: defaultCompilerCache() } });
  }

  #report(wanted: (reported: Update) => boolean): Promise<Update> {
    return new Promise((done) => {
      const look = (reported: Update): void => {
        if (!wanted(reported)) return;
        this.#child.off("message", look);
        done(reported);
      };
      this.#child.on("message", look);
    });
  }

  async #cpuMs(): Promise<number> {
    const reported = this.#report(({ kind }) => kind === "cpu");
    this.#child.send({ kind: "cpu" });
    const { user = 0, system = 0 } = (await reported).usage ?? {};
    return (user + system) / 1000;
  }

  /** One question, with what it took. */
  async ask(
    { name, ...order }: Order,
    typed: string,
  ): Promise<{ reported: Update; wait: number; cpu: number; host: number }> {
    const id = ++this.#id;
    const request = {
      files: [path],
      workspace: folder,
      suite: "standard",
      compiler: join(root, "node_modules/solc"),
      trusted: true,
      mayFetch: false,
      overlays: { [path]: textWith(typed) },
    };
    const before = await this.#cpuMs();
    const answered = this.#report((reported) => reported.id === id && reported.kind !== "tells");
    const busy = performance.eventLoopUtilization();
    const from = performance.now();
    this.#child.send({ kind: "order", id, name, order: { ...order, request } });
    const reportedOf = await answered;
    const wait = performance.now() - from;
    const { active } = performance.eventLoopUtilization(busy);
    if (reportedOf.failure) throw new Error(reportedOf.failure.message);
    return { reported: reportedOf, wait, cpu: (await this.#cpuMs()) - before, host: active };
  }

  end(): void {
    this.#child.disconnect();
  }
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
const typedWords = "uint256 balance = balanceOf(msg.sender); kept[msg.sender] = balance;";
const halfTyped = (i: number): string => typedWords.slice(0, 1 + ((i * 3) % typedWords.length));
const complete = (i: number): string => `kept[msg.sender] = ${i};`;
type Measured = Record<"wait" | "cpu" | "host", number>;

async function measure(
  program: string,
  what: string,
  times: number,
  order: (typed: string) => Order,
  typedAt: (i: number) => string = halfTyped,
): Promise<Measured> {
  const service = new Asked(program);
  try {
    // as after opening the file: it is known, and the code is warm
    await service.ask({ name: "check", code: false, hashUses: false }, "");
    for (let i = 0; i < 3; i++) await service.ask(order("u"), "u");
    const taken: Measured[] = [];
    let seen = 0;
    for (let i = 1; i <= times; i++) {
      const typed = typedAt(i);
      const { reported, ...each } = await service.ask(order(typed), typed);
      seen = Math.max(
        seen,
        reported.result?.proposals?.length ??
          reported.result?.items?.length ??
          reported.result?.[0]?.diagnostics?.length ??
          0,
      );
      taken.push(each);
    }
    const result = {
      wait: median(taken.map(({ wait }) => wait)),
      cpu: median(taken.map(({ cpu }) => cpu)),
      host: median(taken.map(({ host }) => host)),
    };
    const [wait, cpu, host] = [result.wait, result.cpu, result.host].map((ms) => ms.toFixed(1));
    console.log(
      `${what}: wait ${wait} ms, cpu ${cpu} ms, host ${host} ms${seen > 0 ? `, up to ${seen} in the answer` : ""}`,
    );
    return result;
  } finally {
    service.end();
  }
}

const asks = (question: (typed: string) => LanguageQuestion) => (typed: string) => ({
  name: "ask",
  question: question(typed),
});
const completion = asks((typed) => ({
  kind: "completion",
  position: { line: typedLine, character: 8 + typed.length },
}));
const outline = asks((typed) => ({ kind: "outline", text: textWith(typed) }));
try {
  const [ours, plain] = [join(root, "dist/solidity.js"), join(folder, "echo.cjs")];
  writeFileSync(plain, echo);
  writeFileSync(path, textWith(""));
  console.log(`${lines.length} lines over OpenZeppelin`);
  const bare = await measure(plain, "the text given back", keystrokes, completion);
  for (const [what, order] of [
    ["completion", completion],
    ["symbols", outline],
  ] as const) {
    const { wait, cpu, host } = await measure(ours, what, keystrokes, order);
    console.log(
      `  beside the text given back: wait × ${(wait / bare.wait).toFixed(1)}, cpu +${(cpu - bare.cpu).toFixed(1)} ms, host × ${(host / bare.host).toFixed(1)}`,
    );
  }
  const check = () => ({ name: "check", code: false, hashUses: false });
  await measure(ours, "what is wrong in a half typed line, when typing pauses", pauses, check);
  await measure(ours, "what is wrong after a complete line, when typing pauses", pauses, check, complete);
} finally {
  rmSync(folder, { recursive: true });
}
