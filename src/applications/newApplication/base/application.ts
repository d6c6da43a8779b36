import { isDeviceName } from "../../../text/deviceNames";
import type { ClientContract } from "../../java/generateClients";

/** What an application is made of. */
export const applicationKinds = ["typescript", "browser", "java", "spring-boot-3", "spring-boot-2"] as const;
export type ApplicationKind = (typeof applicationKinds)[number];

/** What builds a Java application. */
export const buildTools = ["maven", "gradle"] as const;
export type BuildTool = (typeof buildTools)[number];

/** Whether it is written in Java. */
export const isJava = (kind: ApplicationKind): boolean => kind !== "typescript" && kind !== "browser";

/** The chain that a new application calls, as its settings name it. */
export interface ApplicationChain {
  /** `http://127.0.0.1:20200`; several nodes of one chain, best first. */
  readonly urls: readonly string[];
  /** Undefined: the only group of the node. */
  readonly group: string | undefined;
  /** Files of TLS by their paths, which go into the settings: the files stay where they are. */
  readonly tls: ApplicationTls | undefined;
}

/** Paths of the client's TLS files. With `enCert` and `enKey` they are files of SM TLS. */
interface ApplicationTls {
  readonly ca: string;
  readonly cert?: string | undefined;
  readonly key?: string | undefined;
  readonly enCert?: string | undefined;
  readonly enKey?: string | undefined;
}

/** What an application is made for. */
export interface ApplicationRequest {
  readonly kind: ApplicationKind;
  /** Of Java applications. */
  readonly build: BuildTool;
  /** Of the folder and of what is built: `isApplicationName`. */
  readonly name: string;
  readonly contracts: readonly ClientContract[];
  readonly chain: ApplicationChain;
  /** Addresses at which contracts stand already, by the contracts' names. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Java package of what is written: `isPackageName`. */
  readonly packageName: string;
  /** What `package.json` names as `chainside`: a version, or `file:` and a packed file. */
  readonly chainside: string;
}

/** A file of an application: its path with slashes, from the application's folder on. */
export interface ApplicationFile {
  readonly path: string;
  readonly text: string;
}

/** Whether npm, Maven, and every file system take the text as a name. */
export const isApplicationName = (text: string): boolean =>
  text.length <= 100 && /^[a-z][a-z0-9]*(?:[-_][a-z0-9]+)*$/.test(text) && !isDeviceName(text);
