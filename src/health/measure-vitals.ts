import type { Vital, VitalName } from '../contract/product-api/health-api.ts'

type Metric = { name: VitalName; value: number }

/**
 * Measures how the page loads and responds, and reports once: when the page is first hidden, because it may
 * end without a later event. Loading is recorded for the first route of the page, and a slow response or a
 * layout shift for the route on screen at that time.
 */
export const measureVitals = async ({
  page,
  route,
  report,
}: {
  page: Document
  /** The pattern of the page on screen. */
  route: () => string
  report: (vitals: Vital[]) => void
}): Promise<void> => {
  const landingRoute = route()
  const { onCLS, onFCP, onINP, onLCP, onTTFB } = await import('web-vitals')
  const latest = new Map<VitalName, Vital>()
  const record = ({ name, value }: Metric, vitalRoute: string): void => {
    latest.set(name, { vital: name, route: vitalRoute, value })
  }
  const recordForLanding = (metric: Metric) => record(metric, landingRoute)
  const recordForScreen = (metric: Metric) => record(metric, route())
  // TTFB, FCP and LCP measure how the page loads, INP how it responds, and CLS how its layout shifts.
  onTTFB(recordForLanding)
  onFCP(recordForLanding)
  // Without this option, the library reports only when the page is hidden, which may be after the report
  // below.
  const options = { reportAllChanges: true }
  onLCP(recordForLanding, options)
  onINP(recordForScreen, options)
  onCLS(recordForScreen, options)

  const listenController = new AbortController()
  page.addEventListener(
    'visibilitychange',
    () => {
      if (page.visibilityState !== 'hidden') return
      listenController.abort()
      report([...latest.values()])
    },
    { signal: listenController.signal },
  )
}
