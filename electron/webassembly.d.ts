/**
 * What is used here of WebAssembly's JavaScript interface. TypeScript declares it in the library of the DOM alone, which would declare a
 * window as well.
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
