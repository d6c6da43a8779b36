import * as vscode from "vscode";
import { type Answer, answerToError, fenced, Refused } from "../../../assistants/answers/answer";
import { Pages } from "../../../assistants/answers/pages";
import { Assistant, restOf } from "../../../assistants/assistant";
import type { AssistantChain } from "../../../assistants/assistantChain";
import type { Tool } from "../../../assistants/tools/tool";
import { toolsOf } from "../../../assistants/tools/toolsOf";
import type { Access } from "../../../chain/profile/connectionSetting";
import { resolveAddress } from "../../../chain/services/bfs/readLink";
import { nouns } from "../../../operations/catalogue";
import { withoutKey } from "../../../operations/dryRun";
import { loadedOperations } from "../../../operations/loaded";
import type { Operation } from "../../../operations/model/operation";
import { offeredOf } from "../../../operations/model/services";
import { declined } from "../../../signing/consent";
import { say } from "../../../text/catalogue";
import { md } from "../../../text/markdown";
import { doPrepared } from "../../flows/operations/doOperation";
import { operationContext } from "../../flows/operations/operationContext";
import { askInEditor } from "../../flows/signing/askInEditor";
import { Exported } from "../../flows/signing/signAndSend";
import { Cancellation } from "../../kit/asking/progress";
import { Cancelled } from "../../kit/errors/cancelled";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { groupTitle } from "../../state/connections/groupTitle";
import { requireWritable } from "../../state/connections/signingPermit";

/** What a model gives a tool; all of it may be anything. */
export interface ToolInput {
  readonly words?: unknown;
  readonly operation?: unknown;
  readonly fields?: unknown;
  readonly group?: unknown;
  readonly cursor?: unknown;
  readonly preview?: unknown;
}

interface Meant {
  readonly group: ChainGroup;
  readonly tool: Tool;
  readonly operation: Operation;
}

const nameOf = ({ noun, verb }: Operation): string => `${noun} ${verb}`;

/** A change that was begun: it waits for the person. */
interface Held {
  readonly group: string;
  /** As it was then: it is signed by no other terms than those that it was shown by. */
  readonly access: Access;
  /** The first page of its question; undefined where it ended without one. */
  readonly shown: Promise<string | undefined>;
  readonly answer: Promise<Answer>;
  /** Goes on until the signal, or ends it where there is none. */
  readonly go: (signal: AbortSignal | undefined) => void;
}

/** Changes that were shown and not done: as many wait. */
const maxHeld = 20;

/** How a command of the editor ended without a signature, for the chat. */
function consentOf(error: unknown): unknown {
  if (error instanceof Exported) return error.exported;
  return error instanceof Cancelled ? declined() : error;
}

/** What the tools of the editor's chat do. Reading goes the way of every assistant, signing the way of every command. */
export class ChatTools {
  readonly #tools = toolsOf(loadedOperations, nouns, () => undefined);
  readonly #pages = new Pages();
  /** What the chat has shown, by what was asked. */
  readonly #held = new Map<string, Held>();

  constructor(private readonly app: Chainside) {}

  /** Operations whose texts have some of the words, those with the most first. */
  async find({ words, group }: ToolInput): Promise<string> {
    const asked = typeof words === "string" ? words.toLowerCase().slice(0, 200) : "";
    const parts = [...new Set(asked.match(/[a-z]{2,}|[\u4e00-\u9fff]/g) ?? [])];
    const asks = this.#group(group);
    const services = asks && operationContext(this.app, asks).services;
    const found = (await offeredOf(loadedOperations, services))
      .map((operation) => {
        const { summary, word } = operation;
        const text = `${nameOf(operation)} ${word} ${summary.text} ${say(summary)}`.toLowerCase();
        return { operation, score: parts.filter((part) => text.includes(part)).length };
      })
      .filter(({ score }) => parts.length === 0 || score > 0)
      .toSorted((one, other) => other.score - one.score)
      .slice(0, parts.length === 0 ? loadedOperations.length : 12);
    const lines = found.map(({ operation }) => {
      const { effect, fields, summary } = operation;
      const names = Object.entries(fields).map(([name, { optional, kind, label }]) => {
        return `${name}${optional ? "?" : ""}: ${kind} (${say(label)})`;
      });
      const tool = effect === "asks" ? "chainside_read" : "chainside_change";
      return `${nameOf(operation)} [${tool}] ${say(summary)} { ${names.join("; ")} }`;
    });
    return lines.join("\n");
  }

  /** Does an operation that reads. */
  async read(input: ToolInput, token: vscode.CancellationToken): Promise<string> {
    if (typeof input.cursor === "string") return this.#messageOf(restOf(this.#pages, input.cursor));
    return this.#answered(input, async (meant) => {
      if (meant.operation.effect !== "asks")
        throw new Refused(vscode.l10n.t("This operation changes the chain: use chainside_change."));
      return this.#asked(meant, input, token);
    });
  }

  /**
   * What the chat shows before a change: the request itself, which is held until the chat says whether it is wanted. What is signed then is
   * what was shown, whatever the chain or the accounts have become. Undefined where nothing would be signed.
   */
  async confirmation(input: ToolInput): Promise<vscode.PreparedToolInvocation> {
    if (input.preview === true) return {};
    let title = vscode.l10n.t("Sign and send?");
    const message = new vscode.MarkdownString();
    try {
      const meant = this.#meant(input);
      if (meant.operation.effect === "dev") title = vscode.l10n.t("Change the embedded chain?");
      const held = this.#begin(meant, input, []);
      this.#hold(input, held);
      const page = await held.shown;
      for (const line of (page ?? String(input.operation)).split("\n")) message.appendMarkdown(md`${line}\n\n`);
    } catch {
      // What is wrong with it is said when it is done.
      message.appendMarkdown(md`${String(input.operation)}`);
    }
    return { confirmationMessages: { title, message } };
  }

  /** Does an operation that changes the chain: what was shown, else what the person is asked about here. */
  async change(input: ToolInput, token: vscode.CancellationToken): Promise<string> {
    return this.#answered(input, async (meant) => {
      const { group, operation } = meant;
      if (operation.effect === "asks")
        throw new Refused(vscode.l10n.t("This operation only reads: use chainside_read."));
      if (input.preview === true) return this.#asked(meant, input, token);
      requireWritable(group);
      this.app.log.info(`chat: ${nameOf(operation)}`);
      const held = this.#take(input, group);
      const unseen = held ? [] : [vscode.l10n.t("The chat didn't show this for {0}.", groupTitle(group))];
      const [refused] = unseen;
      if (operation.effect === "dev" && refused !== undefined) throw new Refused(refused);
      const cancellation = new Cancellation([token]);
      try {
        const { answer, go } = held ?? this.#begin(meant, input, unseen);
        go(cancellation.signal);
        return await answer;
      } finally {
        cancellation.dispose();
      }
    });
  }

  /** Begins a change: it stops when the person has to see it, and goes on when the chat says so. */
  #begin({ group, tool, operation }: Meant, { fields }: ToolInput, unseen: readonly string[]): Held {
    let show: (page: string | undefined) => void = () => undefined;
    const shown = new Promise<string | undefined>((resolve) => {
      show = resolve;
    });
    let want: (isWanted: boolean) => void = () => undefined;
    const wanted = new Promise<boolean>((resolve) => {
      want = resolve;
    });
    const wants = (page: string): Promise<boolean> => {
      show(page);
      return wanted;
    };
    const ending = new AbortController();
    const account = this.app.accounts.active(group);
    const assistant = this.#assistant(group, (prepared, { terms, ask, onConsent, alwaysPreviews }, options = {}) =>
      doPrepared(this.app, group, prepared, {
        ...(account ? { account } : {}),
        ...(options.signal ? { signal: options.signal } : {}),
        moreWarnings: unseen,
        front: { terms, ask, onConsent, ...(alwaysPreviews === undefined ? {} : { alwaysPreviews }) },
        onSigned: options.onSigned,
      }).catch((error: unknown) => {
        throw consentOf(error);
      }),
    );
    const given = { operation: operation.verb, ...(fields === undefined ? {} : { fields }) };
    const answer = assistant.call(tool, given, {
      signal: ending.signal,
      // Where a person has to agree, the editor asks them: a chat can be told to agree to everything.
      ask: async (page, { request, weight }) =>
        (await wants(page))
          ? askInEditor({ app: this.app, group, ...(account ? { account } : {}) }, request, weight)
          : { answer: "no" },
      unasked: async (page) => {
        if (!(await wants(page))) throw declined();
      },
    });
    void answer.finally(() => show(undefined)).catch(() => undefined);
    return {
      group: group.id,
      access: group.connection.access,
      shown,
      answer,
      go: (signal) => {
        if (signal) signal.addEventListener("abort", () => ending.abort(), { once: true });
        want(signal !== undefined);
      },
    };
  }

  #hold(input: ToolInput, held: Held): void {
    const key = JSON.stringify(input);
    this.#held.get(key)?.go(undefined);
    this.#held.set(key, held);
    const [oldest] = this.#held.keys();
    if (this.#held.size <= maxHeld || oldest === undefined) return;
    this.#held.get(oldest)?.go(undefined);
    this.#held.delete(oldest);
  }

  /** What was shown for this group, as it is now; what was shown for another one isn't done. */
  #take(input: ToolInput, { id, connection: { access } }: ChainGroup): Held | undefined {
    const key = JSON.stringify(input);
    const held = this.#held.get(key);
    this.#held.delete(key);
    if (held?.group === id && held.access === access) return held;
    held?.go(undefined);
    return undefined;
  }

  #group(named: unknown): ChainGroup | undefined {
    const { connections } = this.app;
    return typeof named === "string" ? connections.groups.find(({ id }) => id === named) : connections.activeGroup;
  }

  /** @throws Refused */
  #meant({ operation: given, group: named }: ToolInput): Meant {
    const operation = loadedOperations.find((each) => nameOf(each) === given);
    const tool = this.#tools.find(({ operations }) => operation && [...operations.values()].includes(operation));
    if (!operation || !tool)
      throw new Refused(vscode.l10n.t("There is no such operation. Find operations with chainside_find."));
    const group = this.#group(named);
    if (!group) throw new Refused(vscode.l10n.t("No such group is connected."));
    return { group, tool, operation };
  }

  /** The way of every assistant on this group. @param perform how it signs: as the editor does, with its log */
  #assistant(group: ChainGroup, perform?: AssistantChain["perform"]): Assistant {
    const { session, connection } = group;
    const account = this.app.accounts.active(group);
    const { caller, ...known } = operationContext(this.app, group);
    return new Assistant(
      {
        connection: connection.name,
        permit: { access: connection.access, free: false, budget: Number.MAX_SAFE_INTEGER },
        session: async () => session,
        account: async () => {
          if (!account) return undefined;
          const { address } = account;
          return { address, signer: withoutKey({ address, suite: session.suite.name }) };
        },
        resolve: () => (address) => resolveAddress(session, address),
        known: () => known,
        caller,
        log: async (line) => this.app.log.debug(line),
        audit: undefined,
        ...(account ? { label: account.label } : {}),
        ...(perform ? { perform } : {}),
      },
      this.#pages,
    );
  }

  /** What signs nothing: a question, or what a change would do. */
  async #asked({ group, tool, operation }: Meant, { fields, preview }: ToolInput, token: vscode.CancellationToken) {
    const cancellation = new Cancellation([token]);
    try {
      const given = {
        operation: operation.verb,
        ...(fields === undefined ? {} : { fields }),
        ...(preview === true ? { preview } : {}),
      };
      const { signal } = cancellation;
      return await this.#assistant(group).call(tool, given, { signal, ask: async () => ({ answer: "cannotAsk" }) });
    } finally {
      cancellation.dispose();
    }
  }

  async #answered(input: ToolInput, work: (meant: Meant) => Promise<Answer>): Promise<string> {
    try {
      return this.#messageOf(await work(this.#meant(input)));
    } catch (error) {
      return this.#messageOf(await answerToError(String(input.operation ?? ""), consentOf(error)));
    }
  }

  #messageOf(answer: Answer): string {
    return fenced(JSON.stringify(answer));
  }
}
