import { join } from "node:path";
import type { ExtensionContext } from "vscode";
import type { ContractRequest } from "../../../chain/notebook/requestText";
import type { TlsFiles } from "../../../chain/profile/connectionProfile";
import { isSecure } from "../../../chain/transport/endpoint";
import { sourceTarget } from "../../../text/sourceNames";

/** Where the program asks: a connection's own addresses and files. Nothing in it is secret. */
interface CommandConnection {
  readonly endpoints: readonly string[];
  /** Without it, the node's only group. */
  readonly groupId: string | undefined;
  readonly tls?: (Partial<TlsFiles> & Pick<TlsFiles, "ca">) | undefined;
}

interface CommandParts {
  readonly connection: CommandConnection;
  readonly action: ContractRequest;
  /** File of the account that signs; none for a call without a sender. */
  readonly keyFile?: string | undefined;
  /** In wei. */
  readonly value?: string | undefined;
}

/** A value that begins with a dash would be taken for an option. */
const option = (name: string, given: string): string[] =>
  given === "" || given.startsWith("-") ? [`${name}=${given}`] : [name, given];

function actionText(action: ContractRequest): { options: string[]; words: string[] } {
  if (action.kind === "deploy") {
    const libraries = Object.entries(action.libraries).flatMap(([name, address]) =>
      option("--library", `${name}=${address}`),
    );
    // A contract of a source is the first word; what else begins with a dash would be an option.
    if (sourceTarget(action.artifact)?.name !== undefined)
      return {
        options: libraries,
        words: [action.artifact.startsWith("-") ? `./${action.artifact}` : action.artifact, ...action.args],
      };
    return { options: [...option("--artifact", action.artifact), ...libraries], words: [...action.args] };
  }
  if ("data" in action) return { options: ["--data", action.data], words: [action.target] };
  return { options: [], words: [action.target, action.function, ...action.args] };
}

/**
 * The options of `chainside` that name the same chain.
 * @param certificateKey what the command calls the key of the certificate: `--cert-key` where its `--key` is an account's
 */
export function connectionArguments(
  { endpoints, groupId, tls }: CommandConnection,
  certificateKey: "--key" | "--cert-key" = "--cert-key",
): string[] {
  const secure = tls && endpoints.some(isSecure);
  return [
    ...option("--url", endpoints.join(",")),
    ...(groupId === undefined ? [] : option("--group", groupId)),
    ...(secure ? option("--ca", tls.ca) : []),
    ...(secure && tls.cert !== undefined ? option("--cert", tls.cert) : []),
    ...(secure && tls.key !== undefined ? option(certificateKey, tls.key) : []),
    ...(secure && tls.enCert !== undefined ? option("--en-cert", tls.enCert) : []),
    ...(secure && tls.enKey !== undefined ? option("--en-key", tls.enKey) : []),
  ];
}

/** The arguments of `chainside` that do the same, options first. */
export function commandArguments({ connection, action, keyFile, value }: CommandParts): string[] {
  const { options, words } = actionText(action);
  return [
    action.kind,
    ...connectionArguments(connection),
    ...(keyFile === undefined ? [] : option("--key", keyFile)),
    ...(value === undefined || value === "0" || value === "" ? [] : option("--value", value)),
    ...options,
    // A number below zero is no option.
    ...(words.some((word) => word.startsWith("-")) ? ["--"] : []),
    ...words,
  ];
}

/** What is typed into a field, or a list of such, as one word. */
export function argumentWord(draft: unknown): string {
  return typeof draft === "string" ? draft : JSON.stringify(draft);
}

/** Where the launchers of `chainside` lie: they stay where they are when the extension is updated. */
export const launcherFolder = ({ globalStorageUri }: Pick<ExtensionContext, "globalStorageUri">): string =>
  join(globalStorageUri.fsPath, "bin");
