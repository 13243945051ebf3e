const messages = document.querySelector('#messages')
const status = document.querySelector('#status')

const say = (text) => {
  status.textContent = text
}

const copy = async (button) => {
  await navigator.clipboard.writeText(button.dataset.copy)
  button.textContent = 'Copied'
  say('Code copied.')
}

messages.addEventListener('click', (event) => {
  const button = event.target.closest('[data-copy]')
  if (button) copy(button).catch(() => say('The browser did not allow copying. Please type the code.'))
})

// The last list as the server sent it. innerHTML differs, because the browser serialises it anew.
let shown
const look = async () => {
  const response = await fetch(messages.dataset.list)
  const list = await response.text()
  if (shown !== undefined && list !== shown) {
    messages.innerHTML = list
    say('New mail.')
  }
  shown = list
}

const lookIfVisible = () => {
  if (!document.hidden) look().catch(() => say('The sandbox does not respond. Is it still running?'))
}

lookIfVisible()
setInterval(lookIfVisible, 2000)
document.addEventListener('visibilitychange', lookIfVisible)
