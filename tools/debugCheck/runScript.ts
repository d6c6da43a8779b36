import { basename } from "node:path";
import type { DebugProtocol } from "@vscode/debugprotocol";
import type { AbiFunction } from "../../src/chain/abi/contractInterface";
import type { DebugChain, DeployedContract } from "./debugChain";
import { DebugClient } from "./debugClient";
import { type DebugScript, isStart, type ScriptLine } from "./debugScript";
import { readArgument, sameValue, splitList } from "./literals";

/** What came of a script: each expectation, and what could not be done. */
export interface ScriptResult {
  held: number;
  total: number;
  readonly problems: string[];
}

interface Pending {
  readonly kind: "line" | "function" | "exception";
  readonly line?: number;
  readonly name?: string;
  readonly condition?: string;
  readonly hitCondition?: string;
  readonly logMessage?: string;
}

const isExpectation = (text: string): boolean => /^(expect|assert|check)\b/i.test(text);

/** Runs one script against a chain and an adapter. */
export class ScriptRun {
  readonly #ground: DebugChain;
  readonly #script: DebugScript;
  readonly #adapter: string;
  readonly #file: string;
  readonly #source: readonly string[];
  readonly #result: ScriptResult = { held: 0, total: 0, problems: [] };
  readonly #breakpoints: Pending[] = [];
  #client: DebugClient | undefined;
  #contract: string | undefined;
  #deployed: DeployedContract | undefined;
  #from = `0x${"a11ce".padStart(40, "0")}`;
  #value = "0";
  #call: string | undefined;
  #asDeployed = false;
  #stopped: DebugProtocol.Event["body"] | undefined;
  #ended = false;
  #beginning: Promise<void> | undefined;
  #seen = 0;

  constructor(debugChain: DebugChain, script: DebugScript, adapter: string, file: string, source: string) {
    this.#ground = debugChain;
    this.#script = script;
    this.#adapter = adapter;
    this.#file = file;
    this.#source = source.split(/\r?\n/);
  }

  async run(): Promise<ScriptResult> {
    const lines = this.#ordered();
    try {
      for (const line of lines) await this.#line(line);
    } finally {
      try {
        await this.#client?.request("disconnect");
      } catch {
        // it has ended by itself
      }
      this.#client?.close();
    }
    return this.#result;
  }

  /** Breakpoints behind code count from the beginning; what is expected behind code is looked at last, each time from the beginning. */
  #ordered(): ScriptLine[] {
    const { lines } = this.#script;
    const marks = lines.filter(({ inline }) => inline);
    for (const { line, text } of marks) if (!isExpectation(text)) this.#addBreak({ kind: "line", line });
    const first = lines.filter(({ inline }) => !inline);
    const behind = marks
      .filter(({ text }) => isExpectation(text))
      .flatMap((each) => [{ ...each, text: `goto ${each.line}` }, each]);
    return [...first, ...behind];
  }

  #addBreak(pending: Pending): void {
    const known = this.#breakpoints.some((each) => JSON.stringify(each) === JSON.stringify(pending));
    if (!known) this.#breakpoints.push(pending);
  }

  #problem({ line, text }: ScriptLine, why: string): void {
    this.#result.problems.push(`${basename(this.#file)}:${line}: ${text}: ${why}`);
  }

  async #line(line: ScriptLine): Promise<void> {
    const expects = isExpectation(line.text);
    if (expects) this.#result.total++;
    try {
      const why = await this.#command(line);
      if (!expects) return;
      if (why === undefined) this.#result.held++;
      else this.#problem(line, why);
    } catch (error) {
      if (!expects) this.#result.total++;
      this.#problem(line, error instanceof Error ? error.message : String(error));
    }
  }

  async #command(line: ScriptLine): Promise<string | undefined> {
    const [, word = "", rest = ""] = /^([A-Za-z]+)\b\s*:?\s*(.*)$/s.exec(line.text) ?? [];
    const lower = word.toLowerCase();
    if (isStart(line.text)) {
      this.#call = rest.replace(/^and debug\s+/i, "");
      return undefined;
    }
    switch (lower) {
      case "break":
      case "breakpoint":
      case "b":
      case "log":
        await this.#breakAt(lower === "log" ? `at ${rest}` : rest);
        return undefined;
      case "goto":
        await this.#begin();
        await this.#go("restart");
        if ((await this.#stack())[0]?.line !== Number(rest)) await this.#runTo(rest);
        return undefined;
      case "contract":
        this.#contract = rest;
        return undefined;
      case "suite":
      case "solc":
      case "compiler":
        return undefined;
      case "optimizer":
      case "optimiser":
        this.#asDeployed = /^(on|true|yes)/i.test(rest);
        return undefined;
      case "from":
        this.#from = rest;
        return undefined;
      case "value":
        this.#value = String(readArgument(rest, () => undefined));
        return undefined;
      case "deploy":
        await this.#deploy(rest);
        return undefined;
      case "send":
      case "setup":
        await this.#send(rest);
        return undefined;
      case "step":
      case "next":
      case "into":
      case "out":
      case "over":
      case "back":
      case "finish":
      case "continue":
      case "resume":
      case "reverse":
      case "run":
        await this.#move(lower, rest);
        return undefined;
      case "expect":
      case "assert":
      case "check":
        await this.#begin();
        return this.#expect(rest);
      default:
        throw new Error("this command is not known");
    }
  }

  /** A place: a line, a line from a text in the code, a function. */
  #place(text: string): Pending {
    const words = text
      .replace(/^(at|on|in|before|line|function)\s+/i, "")
      .replace(/^(line|function)\s+/i, "")
      .trim();
    const number = /^(?:[^\s"':]+\.sol:)?(\d+)$/.exec(words);
    if (number) return { kind: "line", line: Number(number[1]) };
    if (/^here$/i.test(words)) return { kind: "line", line: 0 };
    const quoted = /^(["'`])(.*)\1$/.exec(words);
    const wanted = quoted?.[2] ?? words;
    const isComment = (each: string): boolean =>
      /^(\/\/|\*|\/\*)/.test(each.trim()) || (commentOf(each) ?? "").trim().startsWith("debug:");
    const marked = quoted
      ? -1
      : this.#source.findIndex((each) => !isComment(each) && (commentOf(each) ?? "").split(/\W/).includes(wanted));
    if (marked >= 0) return { kind: "line", line: marked + 1 };
    if (/^(revert|panic|error|exception|failure)s?$/i.test(words)) return { kind: "exception" };
    if (!quoted && /^[A-Za-z_$][\w$.]*(\(.*\))?$/.test(wanted)) return { kind: "function", name: wanted };
    const found = this.#source.findIndex((each) => !isComment(each) && each.includes(wanted));
    if (found < 0) throw new Error(`no line has ${wanted}`);
    return { kind: "line", line: found + 1 };
  }

  async #breakAt(text: string): Promise<void> {
    let rest = text;
    const extra: { condition?: string; hitCondition?: string; logMessage?: string } = {};
    const log = lastWord(rest, ["log", "print"]);
    if (log) {
      extra.logMessage = String(readArgument(log.after, () => undefined));
      rest = log.before;
    }
    const hit = lastWord(rest, ["on hit", "hits", "hit", "after"]);
    if (hit && /^[<>=%\s\d]+$/.test(hit.after)) {
      extra.hitCondition = hit.after;
      rest = hit.before;
    }
    const condition = lastWord(rest, ["if", "when"]);
    if (condition) {
      extra.condition = condition.after;
      rest = condition.before;
    }
    this.#addBreak({ ...this.#place(rest), ...extra });
    if (this.#client) await this.#setBreakpoints();
  }

  #named = (name: string): string | undefined => {
    if (name === "me" || name === "sender") return this.#from;
    if (name === "this") return this.#deployed?.address;
    return this.#ground.addressOf(name);
  };

  #arguments(text: string): unknown[] {
    return splitList(text).map((each) => readArgument(each, this.#named));
  }

  async #deploy(text: string): Promise<DeployedContract> {
    const [, name = "", given] = /^([A-Za-z_$][\w$]*)?\s*(?:\((.*)\))?$/s.exec(text.trim()) ?? [];
    const wanted = name || this.#contract || (await this.#ground.mainContract(this.#file, this.#calledName()));
    const args = given === undefined ? undefined : this.#arguments(given);
    this.#deployed = await this.#ground.deploy(
      this.#file,
      wanted,
      args,
      this.#from,
      this.#call === undefined ? "0" : "0",
    );
    return this.#deployed;
  }

  #calledName(): string | undefined {
    const [, , name] = /^(?:([A-Za-z_$][\w$]*)\.)?([A-Za-z_$][\w$]*)/.exec(this.#call ?? "") ?? [];
    return name;
  }

  /** `C.f(1, 2)`, `f(1)`, `f`, `fallback(0x…)`: the contract, and the data to send. */
  async #target(text: string): Promise<{ contract: DeployedContract; data: string }> {
    const [, holder, name = "", given = ""] =
      /^(?:([A-Za-z_$][\w$]*)\.)?([A-Za-z_$][\w$]*)?\s*(?:\((.*)\))?;?$/s.exec(text.trim()) ?? [];
    const known = holder === undefined ? undefined : this.#ground.deployed(holder);
    if (!known && (!this.#deployed || (holder !== undefined && this.#deployed.name !== holder)))
      await this.#deploy(holder ?? "");
    const contract = known ?? this.#deployed;
    if (!contract) throw new Error("there is no contract");
    const args = this.#arguments(given);
    const isSpecial = name === "fallback" || name === "receive";
    if (isSpecial) return { contract, data: String(args[0] ?? "0x") };
    const wanted = name || this.#ground.onlyFunction(contract, this.#functionOfBreak());
    const functions = contract.abi.functions.filter((each) => each.name === wanted);
    const fitting = functions.find((each) => each.inputs.length === args.length) ?? functions[0];
    if (!fitting) throw new Error(`${contract.name} has no function ${wanted}`);
    const values =
      args.length === 0 && fitting.inputs.length > 0 ? this.#ground.examples(fitting as AbiFunction) : args;
    return { contract, data: contract.abi.encodeCall(fitting.signature, values) };
  }

  #functionOfBreak(): string | undefined {
    const line = this.#breakpoints.find((each) => each.line !== undefined)?.line;
    const named = this.#breakpoints.find((each) => each.name !== undefined)?.name;
    if (line === undefined) return named?.split(".").at(-1);
    for (let at = line - 1; at >= 0; at--) {
      const [, name] = /\bfunction\s+([A-Za-z_$][\w$]*)/.exec(this.#source[at] ?? "") ?? [];
      if (name !== undefined) return name;
    }
    return undefined;
  }

  async #send(text: string): Promise<void> {
    const { contract, data } = await this.#target(text);
    const receipt = await this.#ground.send(this.#from, contract.address, data, this.#value);
    if (receipt.status !== 0) throw new Error(`status ${receipt.status}`);
  }

  /** Starts the session, when it is first needed. */
  async #begin(): Promise<void> {
    this.#beginning ??= this.#start();
    await this.#beginning;
  }

  async #start(): Promise<void> {
    const transaction = await this.#transaction();
    this.#client = await DebugClient.open(this.#adapter);
    await this.#client.request("initialize", {
      adapterID: "fisco-bcos",
      pathFormat: "path",
      linesStartAt1: true,
      columnsStartAt1: true,
    });
    await this.#client.request("launch", {
      url: this.#ground.url,
      group: "group0",
      folder: this.#ground.root,
      files: [this.#file],
      transaction,
      stopOnEntry: this.#breakpoints.length === 0,
      stopAtEnd: true,
      asDeployed: this.#asDeployed,
      ...(this.#ground.solc === undefined ? {} : { solc: this.#ground.solc }),
    });
    await this.#client.event(({ event }) => event === "initialized");
    await this.#setBreakpoints();
    await this.#client.request("configurationDone");
    await this.#arrived();
  }

  async #transaction(): Promise<string> {
    const call = this.#call?.trim();
    const making = call === undefined ? undefined : creationOf(call);
    if (making) {
      const name = making.name || this.#contract || (await this.#ground.mainContract(this.#file, undefined));
      const args = making.given === undefined ? undefined : this.#arguments(making.given);
      return this.#ground.deployTransaction(this.#file, name, args, this.#from, this.#value);
    }
    const { contract, data } = await this.#target(call ?? "");
    return (await this.#ground.send(this.#from, contract.address, data, this.#value)).transactionHash;
  }

  async #setBreakpoints(): Promise<void> {
    const lines = this.#breakpoints.filter(({ kind }) => kind === "line");
    const extra = ({ condition, hitCondition, logMessage }: Pending) => ({ condition, hitCondition, logMessage });
    const answer = await this.#client?.request<DebugProtocol.SetBreakpointsResponse["body"]>("setBreakpoints", {
      source: { path: this.#file },
      breakpoints: lines.map((each) => ({ line: each.line ?? 1, ...extra(each) })),
    });
    for (const [i, { verified, message }] of (answer?.breakpoints ?? []).entries()) {
      if (!verified) throw new Error(`line ${lines[i]?.line}: ${message}`);
    }
    const functions = this.#breakpoints.filter(({ kind }) => kind === "function");
    await this.#client?.request("setFunctionBreakpoints", {
      breakpoints: functions.map((each) => ({ name: each.name, ...extra(each) })),
    });
    await this.#client?.request("setExceptionBreakpoints", { filters: ["uncaught"] });
  }

  /** Waits until execution stands again, or has ended. */
  async #arrived(): Promise<void> {
    const client = this.#client;
    if (!client) return;
    const event = await client.event(({ event: name }) => name === "stopped" || name === "terminated", this.#seen);
    this.#seen = client.events.indexOf(event) + 1;
    this.#stopped = event.body as DebugProtocol.Event["body"];
    this.#ended = event.event === "terminated" || event.body?.reason === "end";
  }

  async #go(command: string, times = 1): Promise<void> {
    for (let i = 0; i < times; i++) {
      await this.#client?.request(command, { threadId: 1 });
      await this.#arrived();
    }
  }

  async #move(word: string, rest: string): Promise<void> {
    await this.#begin();
    const words = `${word} ${rest}`.toLowerCase().trim();
    const times = Number(/\b(\d{1,5})\b/.exec(rest)?.[1] ?? "1");
    const back = /\b(back|backwards?|reverse)\b/.test(words);
    if (/^(continue|resume|reverse|run)\b/.test(words)) {
      const to = lastWord(` ${rest}`, ["to", "until"]);
      if (to) await this.#runTo(to.after);
      else await this.#go(back ? "reverseContinue" : "continue", /\d/.test(rest) ? times : 1);
    } else if (back) await this.#go("stepBack", times);
    else if (/\b(in|into)\b/.test(words)) await this.#go("stepIn", times);
    else if (/\b(out|finish|return)\b/.test(words)) await this.#go("stepOut", times);
    else await this.#go("next", times);
  }

  async #runTo(text: string): Promise<void> {
    const place = this.#place(text);
    if (await this.#isAt(place)) return;
    const kept = [...this.#breakpoints];
    this.#breakpoints.splice(0, this.#breakpoints.length, place);
    await this.#setBreakpoints();
    await this.#go("continue");
    this.#breakpoints.splice(0, 1, ...kept);
    await this.#setBreakpoints();
  }

  async #isAt(place: Pending): Promise<boolean> {
    const [top] = await this.#stack();
    return (
      place.kind === "line" &&
      this.#stopped !== undefined &&
      this.#stopped.reason !== "entry" &&
      top?.line === place.line
    );
  }

  async #stack(): Promise<DebugProtocol.StackFrame[]> {
    const answer = await this.#client?.request<DebugProtocol.StackTraceResponse["body"]>("stackTrace", { threadId: 1 });
    return answer?.stackFrames ?? [];
  }

  async #expect(text: string): Promise<string | undefined> {
    const [, word = "", rest = ""] = /^([A-Za-z]+)(?:\s*:\s*|\s+|$)(.*)$/s.exec(text) ?? [];
    if (/^(call\s?)?stack$/i.test(word)) return this.#expectStack(rest.replace(/^(==?|is|contains|:)\s?/i, ""));
    const comparison = /^\s*(==?|!=)/.test(rest);
    if (!comparison) {
      switch (word.toLowerCase()) {
        case "line":
        case "at": {
          const [top] = await this.#stack();
          const wanted = this.#place(rest).line ?? 0;
          return top?.line === wanted ? undefined : `it stands in line ${top?.line}`;
        }
        case "function": {
          const [top] = await this.#stack();
          return this.#isFrame(top?.name ?? "", rest) ? undefined : `it stands in ${top?.name}`;
        }
        case "stop":
        case "stopped": {
          const reason = String(this.#stopped?.reason);
          const wanted = rest.replace(/^(at|by|on)\s+/i, "");
          return wanted === "" || reason.includes(wanted) ? undefined : `it stopped for ${reason}`;
        }
        case "ended":
        case "end":
        case "done":
        case "finished":
          return this.#ended ? undefined : "it has not ended";
        case "revert":
        case "reverts":
        case "reverted":
        case "exception":
        case "error":
        case "panic":
          return this.#expectFailure(rest);
        case "output":
        case "log":
          return this.#expectOutput(rest);
        case "type":
          return this.#expectType(rest);
        case "no":
          return this.#expectMissing(rest);
        case "local":
        case "locals":
        case "state":
        case "variable":
        case "param":
        case "parameter":
          return this.#expectValue(rest);
      }
      if (/\s(is\s+)?(unavailable|not available|unknown)$/i.test(text))
        return this.#expectMissing(text.replace(/\s(is\s+)?(unavailable|not available|unknown)$/i, ""));
    }
    return this.#expectValue(text);
  }

  #isFrame(name: string, wanted: string): boolean {
    const asked = wanted.trim().replace(/\(\)$/, "");
    return (
      name === asked ||
      name.split("(")[0] === asked ||
      name.endsWith(`.${asked}`) ||
      (name.split("(")[0] ?? "").endsWith(`.${asked}`)
    );
  }

  async #expectStack(text: string): Promise<string | undefined> {
    const names = (await this.#stack()).map(({ name }) => name);
    const outerFirst = /->|→|=>/.test(text);
    const parts = text
      .replace(/^[[(]|[\])]$/g, "")
      .split(/\s*(?:<-|←|->|→|=>|,|>|<|\||\s)\s*/)
      .filter((each) => each !== "");
    const wanted = outerFirst ? parts.reverse() : parts;
    const held =
      wanted.every((each, i) => this.#isFrame(names[i] ?? "", each)) ||
      (!outerFirst &&
        [...wanted].reverse().every((each, i) => this.#isFrame(names[i] ?? "", each)) &&
        wanted.length === names.length);
    return held ? undefined : `it is ${names.join(", ")}`;
  }

  #expectFailure(text: string): string | undefined {
    const wanted = text.replace(/^(with|=|:|reason)\s*/i, "").trim();
    if (this.#stopped?.reason !== "exception") return `it stopped for ${this.#stopped?.reason}`;
    const reason = String(this.#stopped.text ?? "");
    const bare = /^(["'])(.*)\1$/s.exec(wanted)?.[2] ?? wanted;
    return reason.includes(bare) ? undefined : `it failed with ${reason}`;
  }

  #expectOutput(text: string): string | undefined {
    const wanted = String(readArgument(text.replace(/^(contains|=)\s*/i, ""), () => undefined));
    const outputs = (this.#client?.events ?? [])
      .filter(({ event }) => event === "output")
      .map(({ body }) => String(body.output));
    return outputs.some((each) => each.includes(wanted)) ? undefined : `it said ${outputs.slice(1).join("").trim()}`;
  }

  async #evaluate(expression: string): Promise<DebugProtocol.EvaluateResponse["body"]> {
    const [top] = await this.#stack();
    const answer = await this.#client?.request<DebugProtocol.EvaluateResponse["body"]>("evaluate", {
      expression,
      frameId: top?.id,
      context: "watch",
    });
    if (!answer) throw new Error("there is no session");
    return answer;
  }

  async #expectType(text: string): Promise<string | undefined> {
    const cut = text.trim().lastIndexOf(" ");
    const expression = text
      .trim()
      .slice(0, cut)
      .replace(/\s?(=|is)$/, "");
    const wanted = text.trim().slice(cut + 1);
    const { type } = await this.#evaluate(expression);
    return type === wanted.trim() ? undefined : `it is ${type}`;
  }

  async #expectMissing(text: string): Promise<string | undefined> {
    try {
      const { result } = await this.#evaluate(text.replace(/^(variable|local)\s+/i, ""));
      return result.startsWith("<") ? undefined : `it is ${result}`;
    } catch {
      return undefined;
    }
  }

  async #expectValue(text: string): Promise<string | undefined> {
    const found = splitComparison(text);
    if (!found) {
      const { result } = await this.#evaluate(text);
      return result === "true" ? undefined : `it is ${result}`;
    }
    const { left, operator, right } = found;
    const { result } = await this.#evaluate(left);
    const wanted = this.#named(right) ?? right;
    const same = sameValue(result, wanted) || (await this.#holds(left, wanted, result));
    return same === (operator !== "!=") ? undefined : `it is ${result}`;
  }

  /** The other side as an expression of Solidity. */
  async #holds(left: string, right: string, shown: string): Promise<boolean> {
    try {
      if ((await this.#evaluate(`(${left}) == (${right})`)).result === "true") return true;
    } catch {
      // lists and structs cannot be compared
    }
    try {
      return sameValue((await this.#evaluate(right)).result, shown);
    } catch {
      return false;
    }
  }
}

/** `a.b[1] = 5`: at the single `=`, else the first `==` or `!=`, outside of brackets and texts. */
function splitComparison(text: string): { left: string; operator: "=" | "!="; right: string } | undefined {
  let [quote, depth] = ["", 0];
  let single: number | undefined;
  let double: number | undefined;
  let several = false;
  for (let i = 0; i < text.length; i++) {
    const char = text[i] as string;
    if (quote !== "") {
      if (char === quote) quote = "";
      continue;
    }
    if (char === '"' || char === "'") quote = char;
    else if ("([{".includes(char)) depth++;
    else if (")]}".includes(char)) depth--;
    if (depth > 0) continue;
    if (text.startsWith("&&", i) || text.startsWith("||", i) || char === "?") several = true;
    if (char === "=" && !"<>=!".includes(text[i - 1] ?? "") && text[i + 1] !== "=") single ??= i;
    if ((text.startsWith("==", i) || text.startsWith("!=", i)) && text[i - 1] !== "=") double ??= i;
  }
  if (single !== undefined)
    return { left: text.slice(0, single).trim(), operator: "=", right: text.slice(single + 1).trim() };
  // a comparison that is a part of a condition is no comparison of two values
  if (double !== undefined && several) return undefined;
  if (double !== undefined) {
    const operator = text[double] === "!" ? "!=" : "=";
    return {
      left: text.slice(0, double).trim(),
      operator,
      right: text
        .slice(double)
        .replace(/^[!=]=+/, "")
        .trim(),
    };
  }
  for (const word of ["is not", "is", "equals", "to be", "to equal"]) {
    const found = lastWord(text, [word]);
    if (found) return { left: found.before, operator: word === "is not" ? "!=" : "=", right: found.after };
  }
  return undefined;
}

/** What stands before and behind the last of these words, where it stands between blanks. */
function lastWord(
  text: string,
  words: readonly string[],
): { readonly before: string; readonly after: string } | undefined {
  const lower = text.toLowerCase();
  for (const word of words) {
    const at = lower.lastIndexOf(` ${word} `);
    if (at >= 0) return { before: text.slice(0, at).trim(), after: text.slice(at + word.length + 2).trim() };
  }
  return undefined;
}

/** The comment at the end of a line. */
function commentOf(line: string): string | undefined {
  const at = line.indexOf("//");
  return at < 0 ? undefined : line.slice(at + 2);
}

/** `new Coin(1)`, `deploy Coin`, `constructor(1)`, `Coin.constructor(1)`: what is made, and with what. */
function creationOf(call: string): { readonly name: string; readonly given: string | undefined } | undefined {
  const open = call.indexOf("(");
  const head = (open < 0 ? call : call.slice(0, open)).trim();
  const given = open < 0 ? undefined : call.slice(open + 1, call.lastIndexOf(")"));
  const [first = "", second = ""] = head.split(" ").filter((each) => each !== "");
  if (first === "new" || first === "deploy") return { name: second, given };
  if (head === "constructor") return { name: "", given };
  return head.endsWith(".constructor") ? { name: head.slice(0, -12), given } : undefined;
}
