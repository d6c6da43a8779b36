import { getProposal } from "../../chain/services/governance/proposal";
import { findKey } from "../../nodeConfig/schema/keySpec";
import { inChosenLanguage, type LocalizableText, say, t, text } from "../../text/catalogue";
import { labelled } from "../../text/joining";
import { namesSecret } from "../../text/redacted";
import { visibleText } from "../../text/visibleText";
import { fenced, harmless } from "../answers/untrusted";
import { readChainResource } from "../resources/chainResources";
import { noSuchResource } from "../resources/resource";
import type { ResourcePlaces } from "../resources/resources";

interface Prompt {
  readonly title: LocalizableText;
  readonly description: LocalizableText;
  readonly argument: { readonly name: string; readonly description: LocalizableText };
  /** What is said to the model; what isn't ours stands between marks. */
  readonly say: (places: ResourcePlaces, given: string) => Promise<string>;
}

/** Without the values of keys that are secrets. */
function withoutSecrets(source: string): { readonly shown: string; readonly keys: readonly string[] } {
  const keys = new Map<string, string>();
  let section = "";
  const lines = source.split("\n").map((line) => {
    const head = /^\s*\[([^\]]*)\]/.exec(line)?.[1];
    if (head !== undefined) section = head.trim();
    const equals = line.indexOf("=");
    const key = line
      .slice(0, Math.max(0, equals))
      .replace(/^[\s;#]*/, "")
      .trim();
    const spec = equals > 0 ? findKey("config", section, key) : undefined;
    if (spec) keys.set(`[${section}] ${spec.key}`, inChosenLanguage(spec));
    const secret = spec?.secret === true || namesSecret(key) || /passw|secret|token|private|cipher_data_key/i.test(key);
    return secret && equals > 0 ? `${line.slice(0, equals + 1)}[…]` : line;
  });
  return {
    shown: visibleText(lines.join("\n")),
    keys: [...keys].map(([key, meaning]) => `- ${labelled(key, meaning)}`),
  };
}

const mostConfig = 200_000;

const prompts: Readonly<Record<string, Prompt>> = {
  diagnose_transaction: {
    title: text("Diagnose a failed transaction"),
    description: text("Why a transaction failed, and what to do"),
    argument: { name: "hash", description: text("Transaction hash") },
    say: async ({ session }, hash) => {
      const opened = await session();
      const record = await readChainResource(
        opened,
        `${encodeURIComponent(opened.groupId)}/transaction/${encodeURIComponent(hash)}`,
      );
      return [
        t(
          "Explain why this transaction failed and what its sender can do. Start with the receipt's status and message. Read more with the tools where that helps: the contract's ABI, permissions, the accounts involved. Change nothing.",
        ),
        fenced(record),
      ].join("\n\n");
    },
  },
  explain_config: {
    title: text("Explain a config.ini"),
    description: text("What a node's configuration says, key by key, and what is risky"),
    argument: { name: "path", description: text("Path of the file in the workspace") },
    say: async ({ workspace }, path) => {
      if (!workspace) throw noSuchResource(path);
      const source = await workspace.read(path);
      const { shown, keys } = withoutSecrets(source.slice(0, mostConfig));
      return [
        t(
          "Explain this config.ini of a FISCO BCOS node: what it does, what differs from the usual, and what is risky. Values of secret keys are left out. The meaning of its keys:",
        ),
        keys.join("\n"),
        fenced(shown),
      ].join("\n\n");
    },
  },
  review_proposal: {
    title: text("Review a proposal"),
    description: text("What a proposal of the committee would change, and what speaks for and against it"),
    argument: { name: "id", description: text("Number of the proposal") },
    say: async ({ session }, id) => {
      if (!/^\d{1,9}$/.test(id)) throw noSuchResource(id);
      const proposal = await getProposal(await session(), Number(id));
      return [
        t(
          "Review this proposal of the chain's committee: what it would change, who it affects, whether it can be undone, and what to check before a vote. Read more with the tools where that helps. Don't vote: the person decides.",
        ),
        fenced(JSON.stringify(harmless(proposal), undefined, 2)),
      ].join("\n\n");
    },
  },
};

/** What a client lists. */
export const promptHeads = () =>
  Object.entries(prompts).map(([name, { title, description, argument }]) => ({
    name,
    title: say(title),
    description: say(description),
    arguments: [{ name: argument.name, description: say(argument.description), required: true }],
  }));

/**
 * The text of a prompt.
 * @throws WrongField; ChainError of the chain
 */
export async function promptText(
  places: ResourcePlaces,
  name: string,
  given: Readonly<Record<string, string>>,
): Promise<string> {
  const prompt = Object.hasOwn(prompts, name) ? prompts[name] : undefined;
  if (!prompt) throw noSuchResource(name);
  return prompt.say(places, given[prompt.argument.name] ?? "");
}
