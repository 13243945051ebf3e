import { barColours, themeStorageKey } from './themes.ts'

/**
 * An inline script of each page, which runs before the first paint, so that no other theme is visible first.
 * A separate file would delay the page until it has loaded. The script sets the theme by the same rules as
 * `src/platform/theme/create-theme.ts`, and follows the device and other tabs until the app runs. Its last
 * two lines come last because they fail in old browsers, where the rest still works.
 *
 * It is a string so that no tool changes it. The Content-Security-Policy contains its hash
 * (`server/http/security-headers.ts`).
 */
export const startTheme = `(function (page) {
  var root = page.document.documentElement
  var colours = ${JSON.stringify(barColours)}
  var dark = page.matchMedia('(prefers-color-scheme: dark)')
  var moreContrast = page.matchMedia('(prefers-contrast: more)')
  function stored() {
    try { return page.localStorage.getItem('${themeStorageKey}') } catch (error) { return null }
  }
  function setMeta(name, content) {
    var meta = page.document.querySelector('meta[name="' + name + '"]')
    if (meta) meta.setAttribute('content', content)
  }
  function show() {
    var theme = stored()
    if (Object.keys(colours).indexOf(theme) === -1)
      theme = dark.matches ? 'dark' : moreContrast.matches ? 'sun' : 'light'
    root.dataset.theme = theme
    setMeta('theme-color', colours[theme])
    setMeta('color-scheme', theme === 'dark' ? 'dark' : 'light')
  }
  show()
  page.addEventListener('storage', show)
  page.addEventListener('pageshow', show)
  dark.addEventListener('change', show)
  moreContrast.addEventListener('change', show)
})(window)`
