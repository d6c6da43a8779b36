import type { ChainSession } from "../../chain/session";
import type { Operation } from "../../operations/model/operation";
import { inChosenLanguage, say, t } from "../../text/catalogue";
import { labelled } from "../../text/joining";
import { shortened } from "../../text/shortText";
import { visibleText } from "../../text/visibleText";
import { fenced } from "../answers/answer";
import { withoutSecrets } from "../answers/withoutSecrets";
import { chainTemplates, readChainResource } from "./chainResources";
import {
  noSuchResource,
  type ResourceHead,
  type ResourceTemplate,
  type ResourceText,
  type WorkspaceFiles,
} from "./resource";

interface Page {
  readonly title: () => string;
  readonly text: (operations: readonly Operation[]) => Promise<string>;
}

function operationText({ noun, verb, summary, fields, effect }: Operation): string {
  const lines = Object.entries(fields).map(([name, { label, optional }]) => {
    const needed = optional ? t("{0} (optional)", say(label)) : say(label);
    return `- ${labelled(`\`${name}\``, needed)}`;
  });
  return [`## ${noun} ${verb}`, "", `${say(summary)} (${effect})`, ...(lines.length > 0 ? ["", ...lines] : [])].join(
    "\n",
  );
}

const pages: Readonly<Record<string, Page>> = {
  operations: {
    title: () => t("All operations with their fields"),
    text: async (operations) => operations.map(operationText).join("\n\n"),
  },
  results: {
    title: () => t("Shapes of all answers of tools, as JSON schemas"),
    text: async (operations) => {
      const { answerSchema, resultSchema } = await import("../tools/answerSchema");
      const results = operations.map((each) => [`${each.noun} ${each.verb}`, resultSchema(each)] as const);
      const schemas = { answer: answerSchema({}), results: Object.fromEntries(results) };
      return ["```json", JSON.stringify(schemas), "```"].join("\n");
    },
  },
  "config-ini": {
    title: () => t("Every key of config.ini"),
    text: async () => {
      const { sectionSpecs } = await import("../../nodeConfig/schema/keySpec");
      return sectionSpecs("config")
        .map(({ name, keys, ...section }) => {
          const lines = keys.map((key) => `- ${labelled(`\`${key.key}\``, inChosenLanguage(key))}`);
          return [`## [${name}]`, "", inChosenLanguage(section), "", ...lines].join("\n");
        })
        .join("\n\n");
    },
  },
  errors: {
    title: () => t("Error codes of nodes with their meaning"),
    text: async () => {
      const { default: spaces } = await import("../../errors/dictionary.json");
      return Object.entries(spaces)
        .map(([space, entries]) => {
          const lines = Object.entries(entries).map(
            ([code, { name, meaning }]) => `- ${labelled(`${code} ${name}`, inChosenLanguage(meaning))}`,
          );
          return [`## ${space}`, "", ...lines].join("\n");
        })
        .join("\n\n");
    },
  },
};

const mimeType = "text/markdown";

/** Our own pages, made of what the program knows. */
const docHeads = (): readonly ResourceHead[] =>
  Object.entries(pages).map(([name, { title }]) => ({ uri: `chainside://docs/${name}`, name: title(), mimeType }));

/** One of them; undefined where there is none. */
const readDoc = (name: string, operations: readonly Operation[]): Promise<string> | undefined =>
  Object.hasOwn(pages, name) ? pages[name]?.text(operations) : undefined;

/** What the resources of a server are made of. */
export interface ResourceFolders {
  readonly connection: string;
  readonly session: () => Promise<ChainSession>;
  readonly operations: readonly Operation[];
  /** Undefined where no folder was given. */
  readonly workspace: WorkspaceFiles | undefined;
}

/** No more of one resource is given. */
const maxCharacters = 400_000;

const scheme = "chainside://";

export const listTemplates = ({ connection }: ResourceFolders): readonly ResourceTemplate[] =>
  chainTemplates(connection);

/** Our pages, and files of the workspace. */
export async function listResources({ workspace }: ResourceFolders): Promise<readonly ResourceHead[]> {
  const files = (await workspace?.list()) ?? [];
  return [
    ...docHeads(),
    ...files.map((path) => ({
      uri: `${scheme}workspace/${path.split("/").map(encodeURIComponent).join("/")}`,
      name: visibleText(path),
      mimeType: path.endsWith(".sol") ? "text/x-solidity" : "application/json",
    })),
  ];
}

const untrusted = (mimeType: string, text: string): ResourceText => ({
  mimeType,
  text: fenced(shortened(text, maxCharacters)),
});

/**
 * A resource. What isn't ours stands between marks, as data.
 * @throws ChainError; Error of the file system
 */
export async function readResource(places: ResourceFolders, uri: string): Promise<ResourceText> {
  const unknown = (): Error => noSuchResource(uri);
  if (!uri.startsWith(scheme)) throw unknown();
  const rest = uri.slice(scheme.length);
  const slash = rest.indexOf("/");
  const [host, path] = slash < 0 ? [rest, ""] : [rest.slice(0, slash), rest.slice(slash + 1)];
  let decoded: string;
  try {
    decoded = path.split("/").map(decodeURIComponent).join("/");
  } catch {
    throw unknown();
  }
  if (host === "docs") {
    const text = await readDoc(path, places.operations);
    if (text === undefined) throw unknown();
    return { mimeType: "text/markdown", text };
  }
  if (host === "workspace") {
    if (!places.workspace) throw unknown();
    const source = await places.workspace.read(decoded);
    // what isn't plainly a contract's is a config.ini, in whichever way its path is written
    if (!/\.(?:sol|abi|json)$/i.test(decoded)) return untrusted("text/plain", withoutSecrets(source).shown);
    return untrusted(path.endsWith(".sol") ? "text/x-solidity" : "application/json", visibleText(source));
  }
  if (host !== encodeURIComponent(places.connection)) throw unknown();
  return untrusted("application/json", await readChainResource(await places.session(), path));
}
