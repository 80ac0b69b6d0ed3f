import { useEffect } from 'react'

/** The name of the page in the tab and for screen readers. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Caveau`
  }, [title])
}
