interface HostApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}
declare function acquireVsCodeApi(): HostApi;

/** The editor behind the page. VS Code gives it out once. */
export const host: HostApi = acquireVsCodeApi();
