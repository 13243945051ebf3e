/*
 * A stand-in for OneTrust's consent banner. It adds the same elements to the body: a container with a style
 * element, and a banner at the end of the screen. It reports the choice as OneTrust does: by a global
 * variable with a list, and by an event. Its colours are the browser's defaults for the page's
 * `color-scheme`, because it does not know the site's theme.
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
  const containerId = 'onetrust-consent-sdk'

  const publishChoice = (groups) => {
    window.OnetrustActiveGroups = groups
    window.dispatchEvent(new CustomEvent('OneTrustGroupsUpdated', { detail: groups.split(',') }))
  }
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
      // The browser blocks storage, so the banner asks again on the next page.
    }
  }
  const choose = (groups) => {
    storeChoice(groups)
    document.querySelector(`#${containerId}`)?.remove()
    publishChoice(groups)
  }

  const styles = `
    #onetrust-banner-sdk {
      position: fixed; z-index: 25; bottom: 0; left: 0; right: 0;
      display: flex; flex-wrap: wrap; align-items: center; gap: 6px 8px; padding: 8px 12px;
      border-top: 2px solid; background: Canvas; color: CanvasText; font-size: 14px;
    }
    #onetrust-banner-sdk p { flex: 1 1 16rem; margin: 0; line-height: 1.3 }
    #onetrust-banner-sdk div { display: flex; flex: 1 1 12rem; gap: 8px; max-width: 24rem }
    #onetrust-banner-sdk button {
      flex: 1 1 0; min-height: 46px; padding: 4px 8px; border: 2px solid; border-radius: 99px;
      background: Canvas; color: CanvasText; font-weight: 700; cursor: pointer;
    }`

  const createButton = (text, groups) => {
    const button = document.createElement('button')
    button.type = 'button'
    button.textContent = text
    button.addEventListener('click', () => choose(groups))
    return button
  }

  const showBanner = () => {
    const container = document.createElement('div')
    container.id = containerId
    const style = document.createElement('style')
    style.textContent = styles
    const banner = document.createElement('section')
    banner.id = 'onetrust-banner-sdk'
    banner.lang = locale
    banner.setAttribute('aria-label', title)
    const text = document.createElement('p')
    text.textContent = question
    const buttons = document.createElement('div')
    // OneTrust's ids of categories: C0001 is strictly necessary, C0002 measures the use of the site.
    buttons.append(createButton(allow, ',C0001,C0002,'), createButton(decline, ',C0001,'))
    banner.append(text, buttons)
    container.append(style, banner)
    document.querySelector(`#${containerId}`)?.remove()
    document.body.append(container)
  }

  const choice = readChoice()
  if (choice === null) showBanner()
  else publishChoice(choice)
})()
