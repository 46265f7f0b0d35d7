import './core/style-nonce.ts';

// A dynamic import, because style-nonce.ts must run before anything creates a schema or an element: the bundler keeps the order of
// modules, not of chunks.
await import('./app/start.tsx');
