// @ts-check
// The engine of the site, compiled for browsers, in a worker of its own so that the page stays quick. Questions and answers
// are those of package engineapi.

const ready = (async () => {
  await import('/public/js/wasm_exec.js');
  const go = new self.Go();
  const { instance } = await WebAssembly.instantiateStreaming(fetch('/public/engine.wasm'), go.importObject);
  await new Promise((done) => { self.oriflammeReady = done; go.run(instance); });
})();

self.onmessage = async ({ data: { id, operation, question } }) => {
  try {
    await ready;
    self.postMessage({ id, answer: self.oriflamme(operation, question) });
  } catch (error) {
    self.postMessage({ id, error: String(error) });
  }
};
