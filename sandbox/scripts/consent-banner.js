/*
 * The stand-in of a consent banner: small, at the bottom of the screen, without shifting the content. It sets
 * `--consent-banner` to the height that it covers, and reports the choice as OneTrust does: a list in a
 * global, and an event. Its colours are the browser's for the page's `color-scheme`, because it does not know
 * the site's theme.
 */
;(() => {
  const texts = {
    pt: ['Cookies', 'Podemos medir o uso do site? (Demonstração)', 'Aceitar', 'Recusar'],
    en: ['Cookies', 'May we measure how this site is used? (Demo)', 'Allow', 'Decline'],
    es: ['Cookies', '¿Podemos medir el uso del sitio? (Demostración)', 'Permitir', 'Rechazar'],
  }
  const [, locale = 'en'] = /\/([\w-]+)\.js$/.exec(document.currentScript.src) ?? []
  const [title, question, allow, decline] = texts[locale.slice(0, 2)]
  const storageKey = 'sandbox-consent'

  const publishChoice = (groups) => {
    window.OnetrustActiveGroups = groups
    window.dispatchEvent(new CustomEvent('OneTrustGroupsUpdated', { detail: groups.split(',') }))
  }
  const rootStyle = document.documentElement.style
  const heightObserver = new ResizeObserver(([{ target, borderBoxSize }]) => {
    const [{ blockSize }] = borderBoxSize
    rootStyle.setProperty('--consent-banner', target.isConnected ? `${blockSize}px` : '0px')
  })
  // A browser that blocks storage asks again on each page.
  const readChoice = () => {
    try {
      return localStorage.getItem(storageKey)
    } catch {
      return null
    }
  }
  const storeChoice = (groups) => {
    try {
      localStorage.setItem(storageKey, groups)
    } catch {
      // The banner asks again.
    }
  }
  const choose = (groups) => {
    storeChoice(groups)
    document.querySelector('#sandbox-consent')?.remove()
    publishChoice(groups)
  }

  const button = (text, groups) => {
    const element = document.createElement('button')
    element.type = 'button'
    element.textContent = text
    element.style.cssText =
      'min-height:46px;padding:4px 12px;border:2px solid;border-radius:99px;background:Canvas;color:CanvasText;font-weight:700;cursor:pointer'
    element.addEventListener('click', () => choose(groups))
    return element
  }

  const showBanner = () => {
    const banner = document.createElement('section')
    banner.id = 'sandbox-consent'
    banner.lang = locale
    banner.setAttribute('aria-label', title)
    banner.style.cssText =
      'position:sticky;z-index:25;bottom:var(--app-bar,0);display:flex;flex-wrap:wrap;align-items:center;gap:6px 8px;padding:6px 12px;border-top:2px solid;background:Canvas;color:CanvasText;font-size:14px'
    const text = document.createElement('p')
    text.textContent = question
    text.style.cssText = 'flex:1 1 6rem;margin:0;line-height:1.3'
    banner.append(text, button(allow, ',C0001,C0002,'), button(decline, ',C0001,'))
    document.querySelector('#sandbox-consent')?.remove()
    document.body.append(banner)
    heightObserver.observe(banner)
  }

  const choice = readChoice()
  if (choice === null) showBanner()
  else publishChoice(choice)
})()
