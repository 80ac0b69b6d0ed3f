import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const inHere = (path: string) => fileURLToPath(new URL(path, import.meta.url))
const service = process.env.CAVEAU_URL ?? 'http://127.0.0.1:8080'
const apis = ['/api/v2', '/dashboard', '/sandbox', '/operator', '/docs', '/health']

/** What the service does with the built pages: one document for every path of a part, and the environment in it. */
const likeTheService: Plugin = {
  name: 'like-the-service',
  apply: 'serve',
  configureServer(server) {
    server.middlewares.use((request, _response, next) => {
      const [, part] = /^\/(app|console)(?:\/[^.?]*)?(?:\?.*)?$/.exec(request.url ?? '') ?? []
      if (part) request.url = `/${part}/index.html`
      next()
    })
  },
  transformIndexHtml: (html) => html.replaceAll('__ENVIRONMENT__', 'preproduction'),
}

export default defineConfig(({ command }) => ({
  root: inHere('.'),
  plugins: [react(), likeTheService],
  // The service writes another one into each answer; the development server sends no policy.
  ...(command === 'build' && { html: { cspNonce: '__NONCE__' } }),
  build: {
    assetsDir: 'app/assets',
    // Nothing inline: the policy of the pages allows files of the service only.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { input: [inHere('app/index.html'), inHere('console/index.html')] },
    chunkSizeWarningLimit: 1000,
  },
  server: {
    open: false,
    // The browser's own page must seem to be where the calls come from, else a session is refused.
    proxy: Object.fromEntries(apis.map((path) => [path, { target: service, changeOrigin: false }])),
  },
}))
