# chequer: the few things one does with the source. Meson and ninja do the work.
#
#     make            build/chequer
#     make demo       a short tour of the command
#     make test       what a change must pass, in some minutes
#     make test-all   everything, in all builds
#     make install    PREFIX=/usr/local DESTDIR=
#     make web        build/chequer.html, the page in one file that needs no server
#     make wheel      build/wheel/chequer-*.whl, the Python package with the library
#     make static     build-static/chequer, one file that needs no library of the system
#     make dist       build/dist/chequer-*.tar.gz, which builds without git
#     make deb        build/deb/*.deb, looked over by lintian
#     make gallery    build/gallery/index.html, pictures with the commands that made them
#     make site       build/site/index.html, the documents with a search and the gallery
#     make asan       build-asan/chequer, with sanitizers
#     make bench      counted work and time, also of other solvers
#     make fuzz       every fuzz target for FUZZ_TIME seconds
#     make lint       rules of the house, format, clang-tidy
#     make format     clang-format over all of it
#     make clean      removes what was built

PREFIX ?= /usr/local
DESTDIR ?=
FUZZ_TIME ?= 60
# The page that solves in the browser, if `make web` has built it.
APP ?= $(firstword $(wildcard build*/chequer.html build*/web/chequer.html))

SETUP = meson setup --libdir=lib
NINJA = ninja --quiet -C

.PHONY: all demo test test-all asan bench lint format fuzz install web wheel static dist deb gallery site clean

all: build/build.ninja
	@$(NINJA) build
	@echo "build/chequer is ready"

build/build.ninja:
	@tools/deps build
	@$(SETUP) --prefix="$(PREFIX)" build >/dev/null || { $(SETUP) build; exit 1; }

demo: all
	@tools/demo build/chequer build/demo

test:
	@tools/deps test
	@tools/test

test-all:
	@tools/deps all
	@tools/test --all

asan:
	@tools/deps build
	@tools/test --only build-asan

bench:
	@tools/deps test
	@tools/test --only bench

lint:
	@tools/deps test
	@tools/lint

format:
	@tools/deps test
	@tools/lint --format

fuzz:
	@tools/deps all
	@tools/test --only fuzz --fuzz-time $(FUZZ_TIME)

install: all
	@meson configure build -Dprefix="$(PREFIX)"
	@DESTDIR="$(DESTDIR)" meson install -C build --quiet
	@[ -n "$(DESTDIR)" ] || [ "$$(id -u)" -ne 0 ] || ldconfig || :
	@echo "installed in $(DESTDIR)$(PREFIX)"

# NODE_PATH: emscripten's JavaScript needs Debian's modules, also if node is from elsewhere.
web: export NODE_PATH ?= /usr/share/nodejs
web: export EM_COMPILER_WRAPPER ?= $(shell command -v ccache)
web:
	@tools/deps web
	@tools/gmp-wasm build-wasm-gmp
	@[ -e build-wasm/build.ninja ] || $(SETUP) --cross-file tools/wasm.ini \
	    -Dpkg_config_path="$(CURDIR)/build-wasm-gmp/lib/pkgconfig" build-wasm >/dev/null
	@$(NINJA) build-wasm
	@mkdir -p build && cp build-wasm/src/web/worker/chequer.html build/chequer.html
	@echo "build/chequer.html is ready"

wheel: all
	@tools/python python/backend.py build/wheel

# Without the page: libmicrohttpd needs p11-kit, of which Debian has no static library.
static:
	@tools/deps build
	@[ -e build-static/build.ninja ] || $(SETUP) -Dprefer_static=true \
	    -Ddefault_library=static -Dweb=disabled -Dmpi=disabled -Dc_link_args=-static build-static >/dev/null
	@$(NINJA) build-static chequer
	@echo "build-static/chequer is ready"

dist:
	@tools/dist build/dist

deb: dist
	@tools/deps deb
	@tools/deb build/dist build/deb

gallery: all
	@tools/site/gallery.py build/chequer build/gallery
	@echo "build/gallery/index.html is ready"

site: all
	@tools/site/site.py build/chequer build/site $(if $(APP),--app $(APP))
	@echo "build/site/index.html is ready"

clean:
	rm -rf build build-*
