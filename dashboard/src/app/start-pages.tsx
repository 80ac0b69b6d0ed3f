import '@mantine/core/styles.css'
import '@mantine/notifications/styles.css'
import './pages.css'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { setNonce } from 'get-nonce'
import { type ReactNode, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { theme } from './theme.ts'

/** The policy of the pages lets in only those style sheets that name it. */
const nonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''

export function startPages(queryClient: QueryClient, pages: ReactNode): void {
  if (nonce) setNonce(nonce)
  const root = document.getElementById('root')
  if (!root) throw new Error('The document has no place for the pages')
  createRoot(root).render(
    <StrictMode>
      <MantineProvider theme={theme} defaultColorScheme="auto" getStyleNonce={() => nonce}>
        <Notifications position="bottom-right" containerWidth={360} />
        <QueryClientProvider client={queryClient}>{pages}</QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  )
}
