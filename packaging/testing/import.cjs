/** Node's own `import()`: in a module, Vitest would transform it. */
module.exports = (url) => import(url);
