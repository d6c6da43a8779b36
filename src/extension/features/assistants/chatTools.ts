import * as vscode from "vscode";
import { Pages } from "../../../assistants/answers/pages";
import { fenced, harmless, source } from "../../../assistants/answers/untrusted";
import { type Answer, Assistant } from "../../../assistants/assistant";
import type { Tool } from "../../../assistants/tools/tool";
import { toolsOf } from "../../../assistants/tools/toolsOf";
import { explainError, toChainError } from "../../../chain/errors/dictionary";
import { resolveTarget } from "../../../chain/services/bfs/readLink";
import { nouns } from "../../../operations/catalogue";
import { errorSentence } from "../../../operations/consequences/errorSentence";
import { withoutKey } from "../../../operations/guardedSigner";
import { loadedOperations } from "../../../operations/loaded";
import { type RawValue, readValues, WrongField } from "../../../operations/model/fields";
import type { Operation, Outcome } from "../../../operations/model/operation";
import { offeredOf } from "../../../operations/model/services";
import { say } from "../../../text/catalogue";
import { md } from "../../../text/markdown";
import { doPrepared } from "../../flows/operations/doOperation";
import { operationContext } from "../../flows/operations/operationContext";
import { Cancellation } from "../../kit/asking/cancellation";
import { Cancelled } from "../../kit/errors/cancelled";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { groupTitle } from "../../state/connections/groupTitle";
import { requireWritable } from "../../state/connections/writableGroup";

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

/** Changes that were shown and not done, as many as are remembered. */
const mostShown = 100;

/** What is wrong with a call, for the model. */
class WrongCall extends Error {}

/** What the tools of the editor's chat do. Reading goes the way of every assistant, signing the way of every command. */
export class ChatTools {
  readonly #tools = toolsOf(loadedOperations, nouns, () => undefined);
  readonly #pages = new Pages();
  /** For which group a change was shown, by what was asked: by the time that it was read, another may be the one in use. */
  readonly #shown = new Map<string, string>();

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
    if (typeof input.cursor === "string") return this.#told(this.#more(input.cursor));
    return this.#answered(input, async (meant) => {
      if (meant.operation.effect !== "asks")
        throw new WrongCall(vscode.l10n.t("This operation changes the chain: use chainside_change."));
      return this.#asked(meant, input, token);
    });
  }

  /** What the chat shows before a change: the preview of every front. Undefined where nothing would be signed. */
  async confirmation(input: ToolInput): Promise<vscode.PreparedToolInvocation> {
    if (input.preview === true) return {};
    let title = vscode.l10n.t("Sign and send?");
    try {
      const { group, operation } = this.#meant(input);
      if (operation.effect === "dev") title = vscode.l10n.t("Change the embedded chain?");
      const {
        title: what,
        lines,
        notes,
        warnings,
        refusal,
      } = await this.#prepared(group, operation, input).then((each) => each.preview());
      const message = new vscode.MarkdownString();
      message.appendMarkdown(md`**${what}**\n\n`);
      message.appendMarkdown(md`${vscode.l10n.t("Chain")}: ${groupTitle(group)}\n\n`);
      for (const { label, value } of lines) message.appendMarkdown(md`${label}: ${value}\n\n`);
      for (const note of notes) message.appendMarkdown(md`${note}\n\n`);
      if (refusal) message.appendMarkdown(md`⚠ ${await errorSentence(refusal)}\n\n`);
      for (const warning of warnings) message.appendMarkdown(md`⚠ ${warning}\n\n`);
      this.#noteShown(input, group);
      return { confirmationMessages: { title, message } };
    } catch {
      // What is wrong with it is said when it is done; what goes well then is asked for in the editor.
      return { confirmationMessages: { title, message: new vscode.MarkdownString(md`${String(input.operation)}`) } };
    }
  }

  /** Does an operation that changes the chain, by the extension's own way to sign. */
  async change(input: ToolInput, token: vscode.CancellationToken): Promise<string> {
    return this.#answered(input, async (meant) => {
      const { group, operation } = meant;
      if (operation.effect === "asks")
        throw new WrongCall(vscode.l10n.t("This operation only reads: use chainside_read."));
      if (input.preview === true) return this.#asked(meant, input, token);
      requireWritable(group);
      const prepared = await this.#prepared(group, operation, input);
      this.app.log.info(`chat: ${nameOf(operation)}`);
      const unseen =
        this.#takeShown(input) === group.id
          ? []
          : [vscode.l10n.t("The chat didn't show this for {0}.", groupTitle(group))];
      const [refused] = unseen;
      if (operation.effect === "dev" && refused !== undefined) throw new WrongCall(refused);
      const cancellation = new Cancellation([token]);
      try {
        const outcome = await doPrepared(this.app, group, operation, prepared, {
          signal: cancellation.signal,
          moreWarnings: unseen,
        });
        return this.#done(operation, outcome);
      } finally {
        cancellation.dispose();
      }
    });
  }

  #more(cursor: string): Answer {
    const page = this.#pages.more(cursor);
    if (page) return { operation: "more", status: "done", source, ...page };
    const said = vscode.l10n.t("This cursor no longer works. Each works once: ask again.");
    return { operation: "more", status: "refused", source, said };
  }

  #noteShown(input: ToolInput, group: ChainGroup): void {
    this.#shown.set(JSON.stringify(input), group.id);
    const [oldest] = this.#shown.keys();
    if (this.#shown.size > mostShown && oldest !== undefined) this.#shown.delete(oldest);
  }

  #takeShown(input: ToolInput): string | undefined {
    const key = JSON.stringify(input);
    const groupId = this.#shown.get(key);
    this.#shown.delete(key);
    return groupId;
  }

  #group(named: unknown): ChainGroup | undefined {
    const { connections } = this.app;
    return typeof named === "string" ? connections.groups.find(({ id }) => id === named) : connections.activeGroup;
  }

  #done(operation: Operation, outcome: Outcome<unknown>): Answer {
    const result = "result" in outcome ? outcome.result : { proposed: outcome.proposed.proposal };
    return { operation: nameOf(operation), status: "done", source, ...this.#pages.first(harmless(result ?? null)) };
  }

  /** @throws WrongCall */
  #meant({ operation: given, group: named }: ToolInput): Meant {
    const operation = loadedOperations.find((each) => nameOf(each) === given);
    const tool = this.#tools.find(({ operations }) => operation && [...operations.values()].includes(operation));
    if (!operation || !tool)
      throw new WrongCall(vscode.l10n.t("There is no such operation. Find operations with chainside_find."));
    const group = this.#group(named);
    if (!group) throw new WrongCall(vscode.l10n.t("No such group is connected."));
    return { group, tool, operation };
  }

  async #prepared(group: ChainGroup, operation: Operation, { fields }: ToolInput) {
    const given = typeof fields === "object" && fields !== null && !Array.isArray(fields) ? fields : {};
    const values = await readValues(operation.fields, given as Readonly<Record<string, RawValue>>, (address) =>
      resolveTarget(group.session, address),
    );
    return operation.prepare(operationContext(this.app, group), values);
  }

  /** By the way of every assistant, which signs nothing here. */
  async #asked(
    { group, tool, operation }: Meant,
    { fields, preview }: ToolInput,
    token: vscode.CancellationToken,
  ): Promise<Answer> {
    const { session } = group;
    const account = this.app.accounts.active(group);
    const { caller, ...known } = operationContext(this.app, group);
    const assistant = new Assistant(
      {
        connection: group.connection.name,
        leave: { access: "readOnly", free: false, budget: 0 },
        session: async () => session,
        account: async () => {
          if (!account) return undefined;
          const { address } = account;
          return { address, signer: withoutKey({ address, suite: session.suite.name }) };
        },
        resolve: () => (address) => resolveTarget(session, address),
        known: () => known,
        caller,
        log: async (line) => this.app.log.debug(line),
      },
      this.#pages,
    );
    const cancellation = new Cancellation([token]);
    try {
      const given = {
        operation: operation.verb,
        ...(fields === undefined ? {} : { fields }),
        ...(preview === true ? { preview } : {}),
      };
      return await assistant.call(tool, given, { signal: cancellation.signal, ask: async () => "cannotAsk" });
    } finally {
      cancellation.dispose();
    }
  }

  async #answered(input: ToolInput, work: (meant: Meant) => Promise<Answer>): Promise<string> {
    try {
      return this.#told(await work(this.#meant(input)));
    } catch (error) {
      const head = { operation: String(harmless(input.operation ?? "")), source };
      if (error instanceof WrongCall) return this.#told({ ...head, status: "refused", said: error.message });
      if (error instanceof WrongField) return this.#told({ ...head, status: "refused", said: say(error.said) });
      if (error instanceof Cancelled)
        return this.#told({
          ...head,
          status: "refused",
          said: vscode.l10n.t("The person said no. Nothing was signed."),
        });
      const told = toChainError(error);
      const { meaning, advice } = await explainError(told);
      return this.#told({ ...head, status: "failed", error: harmless({ code: told.code, message: meaning, advice }) });
    }
  }

  #told(answer: Answer): string {
    return fenced(JSON.stringify(answer));
  }
}
