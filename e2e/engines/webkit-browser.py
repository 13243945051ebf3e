#!/usr/bin/python3
"""A WebKitGTK browser for WebKitWebDriver: with storage that outlives it, and the back/forward cache on, as phones have it."""

import os

import gi

gi.require_version('Gtk', '3.0')
gi.require_version('WebKit2', '4.1')
from gi.repository import Gtk, WebKit2  # noqa: E402

folder = os.environ['WEBKIT_FOLDER']
data = WebKit2.WebsiteDataManager(base_data_directory=f'{folder}/data', base_cache_directory=f'{folder}/cache')
context = WebKit2.WebContext(website_data_manager=data)
context.set_automation_allowed(True)

# The console prints objects only as [object Object].
DETAILED = """
for (const level of ['warn', 'error']) {
  const say = console[level].bind(console)
  console[level] = (...given) => say(...given.map((one) => (one?.constructor === Object ? JSON.stringify(one) : one)))
}
"""
content = WebKit2.UserContentManager()
content.add_script(
    WebKit2.UserScript(
        DETAILED, WebKit2.UserContentInjectedFrames.ALL_FRAMES, WebKit2.UserScriptInjectionTime.START, None, None
    )
)


def create_view(_session):
    settings = WebKit2.Settings(
        enable_page_cache=True, enable_write_console_messages_to_stdout=True, enable_developer_extras=True
    )
    view = WebKit2.WebView(
        web_context=context,
        user_content_manager=content,
        is_controlled_by_automation=True,
        settings=settings,
    )
    window = Gtk.Window()
    window.set_default_size(360, 740)
    window.add(view)
    window.show_all()
    return view


def start(_context, session):
    # The driver refuses a browser with another name than the requested one.
    info = WebKit2.ApplicationInfo()
    info.set_name('MiniBrowser')
    session.set_application_info(info)
    session.connect('create-web-view', create_view)


context.connect('automation-started', start)
Gtk.main()
