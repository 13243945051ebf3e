/*
 * The stand-in of a consent banner. It tells what was chosen as OneTrust does: a list in a global, and an event. Its
 * colours are those of the browser for the page's `color-scheme`: it knows no theme of the site.
 */
;(() => {
  const words = {
    pt: [
      'Cookies',
      'Podemos medir como este site é usado? (Banner de demonstração.)',
      'Aceitar medição',
      'Recusar',
    ],
    en: [
      'Cookies',
      'May we measure how this site is used? (Demonstration banner.)',
      'Allow measuring',
      'Decline',
    ],
    es: [
      'Cookies',
      '¿Podemos medir cómo se usa este sitio? (Banner de demostración.)',
      'Permitir medición',
      'Rechazar',
    ],
  }
  const [, locale = 'en'] = /\/([\w-]+)\.js$/.exec(document.currentScript.src) ?? []
  const [title, question, yes, no] = words[locale.slice(0, 2)]
  const storedAs = 'sandbox-consent'

  const tell = (groups) => {
    window.OnetrustActiveGroups = groups
    window.dispatchEvent(new CustomEvent('OneTrustGroupsUpdated', { detail: groups.split(',') }))
  }
  const choose = (groups) => {
    localStorage.setItem(storedAs, groups)
    document.querySelector('#sandbox-consent')?.remove()
    tell(groups)
  }

  const button = (text, groups) => {
    const element = document.createElement('button')
    element.type = 'button'
    element.textContent = text
    element.style.cssText =
      'min-height:46px;padding:4px 20px;border:2px solid;border-radius:99px;background:Canvas;color:CanvasText;font-weight:700;cursor:pointer'
    element.addEventListener('click', () => choose(groups))
    return element
  }

  const ask = () => {
    const banner = document.createElement('section')
    banner.id = 'sandbox-consent'
    banner.lang = locale
    banner.setAttribute('aria-label', title)
    banner.style.cssText =
      'display:flex;flex-wrap:wrap;align-items:center;gap:8px 16px;padding:12px 16px;border-bottom:2px solid;background:Canvas;color:CanvasText;font-size:15px'
    const text = document.createElement('p')
    text.textContent = question
    text.style.cssText = 'flex:1 1 16rem'
    banner.append(text, button(yes, ',C0001,C0002,'), button(no, ',C0001,'))
    document.querySelector('#sandbox-consent')?.remove()
    document.body.prepend(banner)
  }

  const stored = localStorage.getItem(storedAs)
  if (stored === null) ask()
  else tell(stored)
})()
