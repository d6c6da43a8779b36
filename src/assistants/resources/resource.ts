import { WrongField } from "../../operations/model/fields";
import { text } from "../../text/catalogue";

/** @public A client gets its members. Something that an assistant can read, by the terms of the Model Context Protocol (resources). */
export interface ResourceHead {
  readonly uri: string;
  readonly name: string;
  readonly description?: string;
  readonly mimeType: string;
}

/** @public A client gets its members. A family of resources: `chainside://local/{group}/block/{number}`. */
export interface ResourceTemplate {
  readonly uriTemplate: string;
  readonly name: string;
  readonly description: string;
  readonly mimeType: string;
}

/** @public A client gets its members. */
export interface ResourceText {
  readonly mimeType: string;
  readonly text: string;
}

/** Files of the workspace that may be read: contract sources and what compilers made of them. */
export interface WorkspaceFiles {
  /** Paths below the folder, with slashes. */
  list(): Promise<readonly string[]>;
  /** @throws Error for what doesn't lie in the folder or isn't there */
  read(path: string): Promise<string>;
}

/** What an address names isn't there, or isn't given. */
export const noSuchResource = (given: string): WrongField =>
  new WrongField("uri", text("There is no {0} here.", given.slice(0, 200)));
