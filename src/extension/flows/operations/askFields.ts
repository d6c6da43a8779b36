import * as vscode from "vscode";
import type { ResolvedAddress } from "../../../chain/services/bfs/readLink";
import { type Address, zeroAddress } from "../../../crypto/bytes/hex";
import {
  type Field,
  type Fields,
  type RawValue,
  type ReadValues,
  readValues,
  WrongField,
} from "../../../operations/model/fields";
import { depending, type QuestionContext } from "../../../operations/model/question";
import { type LocalizableText, say, text } from "../../../text/catalogue";
import { askChoice, askRemembered, askText, type Choice, integerText } from "../../kit/asking/ask";
import type { Target } from "../../kit/commands/target";
import { sentence } from "../../kit/errors/complaint";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { namedValue, withNames } from "../signing/namedAddresses";
import { isContractPath, typedAddress } from "../target/addressNamed";
import { askAddress } from "../target/askAddress";
import { askResolvedContract } from "../target/askContractAddress";
import { askNode } from "../target/askNode";
import { askMethod } from "./askMethod";

interface Asked {
  readonly app: Chainside;
  readonly group: ChainGroup;
  readonly target: Target;
  readonly title: string;
  /** What was typed before isn't offered: each question begins as the field says. */
  readonly afresh?: true;
  /** How a field is asked for where more is known of it than its kind; `usual`: in the way of its kind. */
  readonly ownWay?: (name: string, given: Given) => Promise<RawValue | "usual">;
}

type Given = Readonly<Record<string, RawValue>>;

/** A contract comes with the path that led to it. */
type Answer = RawValue | ResolvedAddress;

/** A field that is asked for now. */
interface FieldAsked {
  readonly name: string;
  readonly field: Field;
  readonly title: string;
  readonly prompt: string;
  readonly context: QuestionContext;
}

/** Addresses come from questions that have resolved them. */
const asIs = async (given: string): Promise<`0x${string}`> => given as `0x${string}`;

/** What may be typed for an address: one, a name that the person gave it, or, of a contract, a BFS path, which is followed later. */
const addressTyped =
  (app: Chainside, group: ChainGroup) =>
  async (given: string, kind: "account" | "contract"): Promise<`0x${string}`> => {
    const found = typedAddress(app, group, given);
    if (found) return found;
    if (kind === "account") throw new WrongField(kind, text("Enter an address: 0x and 40 hex digits."));
    if (isContractPath(given)) return zeroAddress;
    throw new WrongField(kind, text("Enter an address (0x and 40 hex digits), or a BFS path that starts with /."));
  };

/** What the question of a field may depend on, so far. */
function contextOf({ group, target }: Asked, given: Given): QuestionContext {
  const folder = target.kind === "path" && target.entryType === "directory" ? { folder: target.path } : {};
  return { session: group.session, given, ...folder };
}

/** What is meant by a typed text. @throws WrongField, ChainError: why it won't do */
async function readTyped({ app, group }: Asked, { name, field, context }: FieldAsked, typed: string): Promise<string> {
  const meant = (await field.ask?.read?.(typed, context)) ?? typed;
  await readValues({ [name]: field }, { [name]: meant }, addressTyped(app, group));
  return meant;
}

/** Why a text won't do for the field; undefined when it will. */
async function wrongText(asked: Asked, about: FieldAsked, typed: string): Promise<string | undefined> {
  const { kind, optional, from, to } = about.field;
  if (typed.trim() === "" && optional) return undefined;
  try {
    await readTyped(asked, about, typed);
    return undefined;
  } catch (error) {
    if (!(error instanceof WrongField)) return sentence(asked.app, error);
    return kind === "integer" && from !== undefined ? integerText({ from, to }) : say(error.text);
  }
}

const isResolved = (value: Answer): value is ResolvedAddress =>
  typeof value === "object" && "address" in value && typeof value.address === "string";

async function askTyped(asked: Asked, about: FieldAsked): Promise<Answer> {
  const { app, group } = asked;
  const { name, field, title, prompt, context } = about;
  const start = field.ask?.start === undefined ? undefined : await depending(field.ask.start, context);
  const question = {
    title,
    prompt: field.optional ? vscode.l10n.t("{0} (optional)", prompt) : prompt,
    value: start ?? field.usual ?? "",
    ...(field.ask?.example === undefined ? {} : { placeHolder: field.ask.example }),
    validate: (typed: string) => wrongText(asked, about, typed),
  };
  const typed = asked.afresh ? await askText(question) : await askRemembered(app.kept, `${title} ${name}`, question);
  if (typed.trim() === "" && field.optional) return undefined;
  if (field.kind !== "account" && field.kind !== "contract") return readTyped(asked, about, typed);
  const { resolveAddress } = await import("../../../chain/services/bfs/readLink");
  return typedAddress(app, group, typed) ?? resolveAddress(group.session, typed);
}

/** A text of an operation as the user reads it, with the names of addresses. */
const worded = ({ app, group }: Asked, words: LocalizableText | string): string =>
  withNames(app, group, typeof words === "string" ? words : say(words));

/** What there is to choose from, as a list shows it. */
async function choicesOf<Value extends RawValue>(
  asked: Asked,
  { field, context }: FieldAsked,
): Promise<readonly Choice<Value>[]> {
  const offers = (await field.ask?.offers?.(context)) ?? [];
  return offers.map(({ value, label, description, detail, icon }) => {
    const named = typeof label === "string" ? namedValue(asked.app, asked.group, label) : say(label);
    return {
      label: icon === undefined ? named : `$(${icon}) ${named}`,
      ...(description === undefined ? {} : { description: worded(asked, description) }),
      ...(detail === undefined ? {} : { detail: worded(asked, detail) }),
      value: value as Value,
    };
  });
}

async function askAccount(asked: Asked, about: FieldAsked): Promise<Answer> {
  const { title, prompt: placeHolder, field } = about;
  const others = await choicesOf<Address>(asked, about);
  if (field.ask?.only && others.length > 0) return askChoice(others, { title, placeHolder });
  return askAddress(asked.app, asked.group, { title, placeHolder, others });
}

/** What the thing says that the command was run on. */
function clickedValue({ target }: Asked, { ask }: Field): string | undefined {
  if (ask?.target !== target.kind) return undefined;
  switch (target.kind) {
    case "account":
      return target.address;
    case "configKey":
      return target.key;
    case "path":
      return target.path;
    default:
      return undefined;
  }
}

async function askField(asked: Asked, about: FieldAsked): Promise<Answer> {
  const { app, group, target } = asked;
  const { field, title, prompt } = about;
  const clicked = clickedValue(asked, field);
  if (clicked !== undefined) return clicked;
  // What may be left out is typed, as only a text can be empty.
  if (field.optional && !field.among) return askTyped(asked, about);
  const options = { title, placeHolder: prompt };
  if (field.ask?.picker === "method")
    return askMethod(app, group, String(about.context.given["contract"]) as Address, { target, title });
  if (field.kind === "account") return askAccount(asked, about);
  const choices = await choicesOf<RawValue>(asked, about);
  const plain = choices.length > 0 ? choices : (field.among ?? []).map((value) => ({ label: value, value }));
  if (plain.length > 0) {
    const none = field.optional ? [{ label: vscode.l10n.t("Not given"), value: undefined }] : [];
    return askChoice<RawValue>([...plain, ...none], options);
  }
  switch (field.kind) {
    case "node":
      return askNode(app, group, target, { roles: field.ask?.roles ?? ["sealer", "observer", "other"], title });
    case "contract":
      return askResolvedContract(app, group, target, title, field.ask?.prompt === undefined ? undefined : prompt);
    case "flag":
      return askChoice<RawValue>(
        [
          { label: vscode.l10n.t("Yes"), value: true },
          { label: vscode.l10n.t("No"), value: false },
        ],
        options,
      );
    default:
      return askTyped(asked, about);
  }
}

/** Those of the fields that can't be left out. */
export const neededFields = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, { optional }]) => !optional));

/** What something is done to, as the user calls it: `HelloWorld.set(string)`, `dev0 0x29ac…`. */
export function subjectText(app: Chainside, group: ChainGroup, given: Readonly<Record<string, unknown>>): string {
  const { contract, method } = given;
  const [first = ""] = Object.values(given);
  if (typeof contract !== "string") return withNames(app, group, String(first));
  const name = app.knownContracts.titleAt(group, contract) ?? contract;
  return typeof method === "string" ? `${name}.${method}` : name;
}

/**
 * Asks for the fields of an operation, one after the other, each in the way of its kind. What was typed for them before is offered again.
 * @throws Cancelled
 */
export async function askFields<Some extends Fields>(asked: Asked, fields: Some): Promise<ReadValues<Some>> {
  const given: Record<string, RawValue> = {};
  const found: ResolvedAddress[] = [];
  let { title } = asked;
  for (const [name, field] of Object.entries(fields)) {
    const own = (await asked.ownWay?.(name, given)) ?? "usual";
    if (own !== "usual") {
      given[name] = own;
      continue;
    }
    const context = contextOf(asked, given);
    const prompt = worded(asked, await depending(field.ask?.prompt ?? field.label, context));
    const answer = await askField(asked, { name, field, title, prompt, context });
    given[name] = isResolved(answer) ? answer.address : answer;
    if (isResolved(answer)) found.push(answer);
    if (field.ask?.inTitle) title = `${asked.title} · ${subjectText(asked.app, asked.group, given)}`;
  }
  return { values: await readValues(fields, given, asIs), found };
}
