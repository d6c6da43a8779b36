import type { ChainSession } from "../../chain/session";
import type { Operation } from "../../operations/model/operation";
import { shortened } from "../../text/shortText";
import { visibleText } from "../../text/visibleText";
import { fenced } from "../answers/untrusted";
import { withoutSecrets } from "../answers/withoutSecrets";
import { chainTemplates, readChainResource } from "./chainResources";
import { docHeads, readDoc } from "./docs";
import {
  noSuchResource,
  type ResourceHead,
  type ResourceTemplate,
  type ResourceText,
  type WorkspaceFiles,
} from "./resource";

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
