/** Whether a reload shows the app even if the network fails. The service worker has the page. */
export const canReloadOffline = (): boolean => Boolean(navigator.serviceWorker?.controller)

/**
 * Keeps the app displayed if a part of it cannot be downloaded before the service worker is ready. The router
 * would reload the page, and without a connection the browser's own error page would replace the app. The
 * router recognises these errors by the beginning of their message. With another beginning, it shows its
 * error component instead.
 */
export const preventReloadOffline = (target: Pick<Window, 'addEventListener'>): void => {
  target.addEventListener('vite:preloadError', ({ payload }) => {
    if (!canReloadOffline()) payload.message = `A part of the app is missing: ${payload.message}`
  })
}
