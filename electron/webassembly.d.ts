/**
 * The used part of WebAssembly's JavaScript interface. TypeScript declares it only in the DOM library, which would also declare a
 * window.
 */
declare namespace WebAssembly {
  class Memory {
    constructor(descriptor: { initial: number });
    readonly buffer: ArrayBuffer;
    grow(pages: number): number;
  }
  class Module {
    constructor(bytes: Uint8Array<ArrayBuffer>);
  }
  class Instance {
    constructor(module: Module, imports: { [module: string]: { [name: string]: Memory } });
    readonly exports: { [name: string]: unknown };
  }
  function validate(bytes: Uint8Array<ArrayBuffer>): boolean;
}
