import type { Plugin } from "esbuild";
import type { Plugin as VitePlugin } from "vite";

export declare function textModule(path: string): Promise<string | undefined>;
export declare const textFiles: Plugin;
export declare const viteTextFiles: VitePlugin;
