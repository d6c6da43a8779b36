import * as vscode from "vscode";
import type { ResolvedAddress } from "../../../chain/services/bfs/readLink";
import { zeroAddress } from "../../../crypto/bytes/hex";
import type { RawValue } from "../../../operations/model/fields";
import { type Field, type Fields, type ReadValues, readValues, WrongField } from "../../../operations/model/fields";
import { say, text } from "../../../text/catalogue";
import { askChoice } from "../../kit/asking/ask";
import { askRemembered } from "../../kit/asking/askRemembered";
import type { Target } from "../../kit/commands/target";
import { sentence } from "../../kit/errors/sentence";
import type { Chainside } from "../../state/chainside";
import type { ChainGroup } from "../../state/connections/chainGroup";
import { isContractPath, typedAddress } from "../target/addressNamed";
import { askAddress } from "../target/askAddress";
import { askResolvedContract } from "../target/askContractAddress";
import { askNode } from "../target/askNode";

interface Asked {
  readonly app: Chainside;
  readonly group: ChainGroup;
  readonly target: Target;
  readonly title: string;
  /** How a field is asked for where more is known of it than its kind; `usual`: in the way of its kind. */
  readonly ownWay?: (name: string, given: Readonly<Record<string, RawValue>>) => Promise<RawValue | "usual">;
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

/** Why a text won't do for the field; undefined when it will. */
async function wrongText(
  app: Chainside,
  group: ChainGroup,
  name: string,
  field: Field,
  typed: string,
): Promise<string | undefined> {
  if (typed.trim() === "" && field.optional) return undefined;
  try {
    await readValues({ [name]: field }, { [name]: typed }, addressTyped(app, group));
    return undefined;
  } catch (error) {
    return error instanceof WrongField ? say(error.text) : sentence(app, error);
  }
}

/** A contract comes with the path that led to it. */
type Given = RawValue | ResolvedAddress;

const isResolved = (value: Given): value is ResolvedAddress =>
  typeof value === "object" && "address" in value && typeof value.address === "string";

async function askTyped({ app, group, title }: Asked, name: string, field: Field): Promise<Given> {
  const label = say(field.label);
  const typed = await askRemembered(app.kept, `${title} ${name}`, {
    title,
    prompt: field.optional ? vscode.l10n.t("{0} (optional)", label) : label,
    value: field.usual ?? "",
    validate: (typed) => wrongText(app, group, name, field, typed),
  });
  if (typed.trim() === "" && field.optional) return undefined;
  if (field.kind !== "account" && field.kind !== "contract") return typed;
  const { resolveAddress } = await import("../../../chain/services/bfs/readLink");
  return typedAddress(app, group, typed) ?? resolveAddress(group.session, typed);
}

function askField(asked: Asked, name: string, field: Field): Promise<Given> {
  const { app, group, target, title } = asked;
  const label = say(field.label);
  // What may be left out is typed, as only a text can be empty.
  if (field.optional && !field.among) return askTyped(asked, name, field);
  if (field.among) {
    const words = field.among.map((value) => ({ label: value, value: value as RawValue }));
    const none = field.optional ? [{ label: vscode.l10n.t("Not given"), value: undefined }] : [];
    return askChoice<RawValue>([...words, ...none], { title, placeHolder: label });
  }
  switch (field.kind) {
    case "node":
      return askNode(app, group, target, { roles: ["sealer", "observer", "other"], title });
    case "account":
      return askAddress(app, group, { title, placeHolder: label });
    case "contract":
      return askResolvedContract(app, group, target, title);
    case "flag":
      return askChoice<RawValue>(
        [
          { label: vscode.l10n.t("Yes"), value: true },
          { label: vscode.l10n.t("No"), value: false },
        ],
        { title, placeHolder: label },
      );
    default:
      return askTyped(asked, name, field);
  }
}

/**
 * Asks for the fields of an operation, one after the other, each in the way of its kind. What was typed for them before is offered again.
 * @throws Cancelled
 */
export async function askFields<Given extends Fields>(asked: Asked, fields: Given): Promise<ReadValues<Given>> {
  const given: Record<string, RawValue> = {};
  const found: ResolvedAddress[] = [];
  for (const [name, field] of Object.entries(fields)) {
    const own = (await asked.ownWay?.(name, given)) ?? "usual";
    if (own !== "usual") {
      given[name] = own;
      continue;
    }
    const answer = await askField(asked, name, field);
    given[name] = isResolved(answer) ? answer.address : answer;
    if (isResolved(answer)) found.push(answer);
  }
  return { values: await readValues(fields, given, asIs), found };
}
