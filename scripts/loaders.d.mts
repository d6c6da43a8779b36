export declare const loaders: () => string[];
