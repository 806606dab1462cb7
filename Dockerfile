# xyzmap with all that maps, draws and verifies; `docker run -v "$PWD:/work" xyzmap min-ii dfg.json mesh:4x4`.
FROM python:3.11-slim
COPY . /source
RUN pip install --no-cache-dir "/source[solvers,programs,partition,plots,pictures]" && rm -r /source
WORKDIR /work
ENTRYPOINT ["xyzmap"]
