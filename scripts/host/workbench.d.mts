import type { ChildProcess } from "node:child_process";
import type { Browser, Page } from "playwright-core";

export interface ServerOptions {
  userDataDir: string;
  extensionsDir?: string | undefined;
  locale?: string | undefined;
  log?: (text: string) => void;
  env?: NodeJS.ProcessEnv;
  /** False: the window asks whether the workspace is trusted. */
  trust?: boolean;
}

export interface WorkbenchOptions extends ServerOptions {
  folder?: string;
  extensionDevelopmentPaths?: string[];
  extensionTestsPath?: string;
  disableExtensions?: boolean;
  /** Defaults of settings in this window. */
  settings?: Record<string, unknown>;
  payload?: [string, string][];
  onLog?: (type: string, args: unknown) => void;
  onExit?: (code: number) => void;
  onPage?: (page: Page) => void | Promise<void>;
}

export const serverMain: string;
/** The Node that runs the server: the bundled one where there is one. */
export function serverNode(): string;
/** VS Code's server on a free loopback port. */
export function startServer(options: ServerOptions): {
  child: ChildProcess;
  port: Promise<number>;
  stop(): Promise<void>;
};
/** A browser of this machine, without windows. */
export function launchBrowser(): Promise<Browser>;
/** The server and its workbench in headless Chromium. */
export function openWorkbench(options: WorkbenchOptions): Promise<{
  page: Page;
  port: number;
  server: ReturnType<typeof startServer>;
  close(): Promise<void>;
}>;
