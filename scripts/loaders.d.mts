export declare const loaders: readonly string[];
